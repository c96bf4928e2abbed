// Talk to the engine from Node.js (18 or newer), over its pipes and over HTTP.
//
// node examples/engine_client.mjs [SCENARIO.json [URL [COMMAND ...]]]
//
// Without a file it moves the squad of squad.json beside it.
// URL is what `movesolver serve --http` printed; COMMAND starts the engine (movesolver serve).

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, url, ...command] = process.argv.slice(2);
const scenario = JSON.parse(readFileSync(file ?? new URL("squad.json", import.meta.url), "utf8"));

class Engine {
  constructor([program, ...options]) {
    this.process = spawn(program, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map(); // id -> what to do with its last reply
    this.count = 0;
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const reply = JSON.parse(line);
      const { resolve, reject, onInfo } = this.waiting.get(reply.id);
      if (reply.op === "info") return onInfo?.(reply);
      this.waiting.delete(reply.id);
      if (reply.op === "error") return reject(new Error(reply.text));
      resolve(reply);
    });
  }

  ask(op, fields = {}, onInfo = undefined) {
    const id = ++this.count;
    this.process.stdin.write(JSON.stringify({ op, id, ...fields }) + "\n");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, onInfo }));
  }
}

const engine = new Engine(command.length ? command : ["movesolver", "serve"]);
const hello = await engine.ask("hello", { protocol: 1 });
console.log(hello.name, hello.version);
await engine.ask("position", { scenario });
const best = await engine.ask("go", { kind: "solve", time_ms: 100, seed: 1 });
console.log("pipes:", best.answer.status, best.answer.objective > 0);

// A long search that is stopped as soon as it has something to show.
const long = await new Promise((resolve, reject) => {
  let stopped = false;
  engine
    .ask("go", { time_ms: 30000, info_ms: 0 }, (info) => {
      if (!stopped && info.objective !== null) {
        stopped = true;
        engine.ask("stop");
      }
    })
    .then(resolve, reject);
});
console.log("stopped:", long.answer.limit);
await engine.ask("quit");
await once(engine.process, "exit");

if (url) {
  const post = async (message) => {
    const response = await fetch(url, { method: "POST", body: JSON.stringify(message) });
    return [response.status, await response.json()];
  };
  const [status, reply] = await post({ op: "go", scenario, time_ms: 100, short: true });
  console.log("HTTP:", status, reply.op, Object.keys(reply.answer.ends).length, "models");
  const [refused, error] = await post({ op: "go", kind: "win" });
  console.log("HTTP:", refused, error.text);
}
