// Questions to the engine that served this page, and to nobody else.

/** What the engine answers with when it does not answer. */
export class Refusal extends Error {
  constructor(reply) {
    super(reply.text ?? "the engine said nothing");
    this.code = reply.code ?? "INTERNAL";
  }
}

async function post(body, signal) {
  try {
    return await fetch("/", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal({ code: "GONE", text: "the engine does not answer: is it still running?" });
  }
}

/** Ask one question, return its answer; a Refusal is thrown if there is none. */
export async function ask(kind, scenario, fields = {}) {
  return askText(kind, JSON.stringify(scenario), fields);
}

/** The same for a scenario that is text already: it is sent as it was written. */
export async function askText(kind, text, fields = {}) {
  const head = JSON.stringify({ op: "go", kind, ...fields });
  const reply = await (await post(`${head.slice(0, -1)},"scenario":${text}}`)).json();
  if (reply.op === "error") throw new Refusal(reply);
  return reply.answer;
}

/** Ask with progress: `tell` is called for each piece of information. */
export async function search(kind, scenario, fields, tell) {
  const reply = await post(JSON.stringify({ op: "go", kind, scenario, info: true, ...fields }));
  let rest = "";
  let last = null;
  const lines = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await lines.read();
    rest += value ?? "";
    const parts = rest.split("\n");
    rest = parts.pop();
    for (const part of parts.filter((line) => line.trim())) {
      last = JSON.parse(part);
      if (last.op === "info") tell(last);
    }
    if (done) break;
  }
  if (rest.trim()) last = JSON.parse(rest);
  if (last === null || last.op === "error") throw new Refusal(last ?? {});
  return last.answer;
}

/** Wait until the kernels are loaded; the first time of all they are compiled. */
export async function ready() {
  for (;;) {
    const reply = await (await post(JSON.stringify({ op: "isready" }))).json();
    if (reply.op === "readyok") return;
    if (reply.code !== "BUSY") throw new Refusal(reply);
  }
}

/** End a question early. */
export async function stop(id) {
  await post(JSON.stringify({ op: "stop", go: id }));
}
