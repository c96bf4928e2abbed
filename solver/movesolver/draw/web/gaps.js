// The gap between two bases: the largest, over all directions, of the distance between the two
// lines that touch them across it. A base is a list of convex parts [kind, a, b, corners].

const AROUND = 96; // directions tried before the best is made exact
const TIED = 1e-4; // corners so equally far out belong to one side

function support(part, turn, angle) {
  const [kind, a, b, corners] = part;
  const c = Math.cos(angle - turn), s = Math.sin(angle - turn);
  if (kind === 0) return a;
  if (kind === 1) return Math.hypot(a * c, b * s);
  return Math.max(...corners.map(([x, y]) => x * c + y * s));
}

function apart(one, at, other, to, angle) {
  const along = (to.x - at.x) * Math.cos(angle) + (to.y - at.y) * Math.sin(angle);
  return along - support(one, at.turn, angle) - support(other, to.turn, angle + Math.PI);
}

function partGap(one, at, other, to) {
  const value = (angle) => apart(one, at, other, to, angle);
  const step = (2 * Math.PI) / AROUND;
  let best = 0, most = -Infinity;
  for (let k = 0; k < AROUND; k += 1) {
    const found = value(k * step);
    if (found > most) [most, best] = [found, k * step];
  }
  let low = best - step, high = best + step;
  for (let k = 0; k < 60; k += 1) {
    const a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (value(a) < value(b)) low = a; else high = b;
  }
  const angle = (low + high) / 2;
  return { gap: Math.max(value(angle), most), angle, one, other };
}

// Where a part is farthest out in a direction, seen across it: from one place to another.
function side(part, at, angle) {
  const [kind, a, b, corners] = part;
  const c = Math.cos(angle - at.turn), s = Math.sin(angle - at.turn);
  const across = (x, y) =>
    -(at.x + x * Math.cos(at.turn) - y * Math.sin(at.turn)) * Math.sin(angle) +
    (at.y + x * Math.sin(at.turn) + y * Math.cos(at.turn)) * Math.cos(angle);
  if (kind === 0) return [across(0, 0), across(0, 0)];
  if (kind === 1) {
    const far = Math.hypot(a * c, b * s) || 1;
    const place = across((a * a * c) / far, (b * b * s) / far);
    return [place, place];
  }
  const out = corners.map(([x, y]) => x * c + y * s);
  const most = Math.max(...out);
  const tied = corners.filter((_, k) => out[k] > most - TIED).map(([x, y]) => across(x, y));
  return [Math.min(...tied), Math.max(...tied)];
}

// Returns the gap of two bases where they stand, and the ends of the shortest line between them.
function gapOf(one, at, other, to) {
  let found = null;
  for (const part of one)
    for (const against of other) {
      const next = partGap(part, at, against, to);
      if (!found || next.gap < found.gap) found = next;
    }
  const { gap, angle } = found;
  const c = Math.cos(angle), s = Math.sin(angle);
  const [a0, a1] = side(found.one, at, angle);
  const [b0, b1] = side(found.other, to, angle + Math.PI).map((v) => -v).sort((p, q) => p - q);
  const middle = (Math.max(a0, b0) + Math.min(a1, b1)) / 2;
  const out = at.x * c + at.y * s + support(found.one, at.turn, angle);
  const from = [out * c - middle * s, out * s + middle * c];
  return { gap, from, to: [from[0] + gap * c, from[1] + gap * s] };
}
