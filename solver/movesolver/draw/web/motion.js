// Where every model is at a moment of the move. Moments are counted in inches of path, so that
// models move equally fast; a turn on the spot and a set-up take a moment too.

const LEAST = 0.6; // the shortest a step of the move may take

const radians = (degrees) => (degrees * Math.PI) / 180;
const shortest = (turn) => ((((turn + 180) % 360) + 360) % 360) - 180;

// Makes a path ready: how long it takes, and how many inches it is, until each of its poses.
function track(poses) {
  const when = [0], far = [0];
  for (let k = 1; k < poses.length; k += 1) {
    const [a, b] = [poses[k - 1], poses[k]];
    const inches = Math.hypot(b[0] - a[0], b[1] - a[1]) + Math.abs(b[3] - a[3]);
    const turning = Math.abs(shortest(b[2] - a[2])) / 90;
    when.push(when[k - 1] + Math.max(inches, turning, 1e-9));
    far.push(far[k - 1] + inches);
  }
  return { poses, when, far };
}

// Returns the pose and the inches made at a moment of a path.
function along(path, moment) {
  const { poses, when, far } = path;
  let k = 1;
  while (k < poses.length - 1 && when[k] < moment) k += 1;
  if (poses.length === 1) return { pose: poses[0], inches: 0 };
  const share = Math.min(Math.max((moment - when[k - 1]) / (when[k] - when[k - 1]), 0), 1);
  const [a, b] = [poses[k - 1], poses[k]];
  const mix = (i) => a[i] + share * (b[i] - a[i]);
  const facing = a[2] + share * shortest(b[2] - a[2]);
  return {
    pose: share === 1 ? b : [mix(0), mix(1), facing, mix(3)],
    inches: far[k - 1] + share * (far[k] - far[k - 1]),
  };
}

// The steps of a move, one after the other or all at once: when each begins and how long it takes.
function timetable(paths, steps, together) {
  const rows = [], begun = new Map();
  let clock = 0;
  for (const [model, from, to] of steps) {
    const { when } = paths[model];
    const lasts = Math.max(when[to] - when[from], LEAST);
    const start = together ? begun.get(model) ?? 0 : clock;
    rows.push({ model, from: when[from], to: when[to], start, lasts });
    begun.set(model, start + lasts);
    clock = start + lasts;
  }
  return { rows, total: Math.max(0, ...rows.map((row) => row.start + row.lasts)) };
}

// Returns the moment of its own path that each model is at; none for who is not there yet.
function moments(table, clock, models) {
  const at = models.map((model) => (model.ready ? 0 : null));
  for (const row of table.rows) {
    if (clock <= row.start && !(clock === row.start && row.start === table.total)) continue;
    const share = Math.min((clock - row.start) / row.lasts, 1);
    at[row.model] = row.from + share * (row.to - row.from);
  }
  return at;
}
