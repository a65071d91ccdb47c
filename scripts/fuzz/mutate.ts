import type { Random } from './random.ts'

/** Mutates an input in one to four places. `others` are sources for spliced parts. */
export function mutate(input: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let changed: Buffer = Buffer.from(input)
  for (let i = 1 + random.below(4); i > 0; i--) changed = random.pick(changes)(changed, others, random)
  return changed.length > LONGEST ? changed.subarray(0, LONGEST) : changed
}

const LONGEST = 8192

type Change = (input: Buffer, others: readonly Buffer[], random: Random) => Buffer

const flipBit: Change = (input, _, random) => {
  if (input.length > 0) input[random.below(input.length)]! ^= 1 << random.below(8)
  return input
}

const setByte: Change = (input, _, random) => {
  if (input.length > 0) input[random.below(input.length)] = random.pick(edge_bytes)
  return input
}

/** Boundary values, and delimiters of text protocols. */
const edge_bytes = [0, 1, 0x7f, 0x80, 0xfe, 0xff, ...Buffer.from(' ,;:*#$()[]{}"\'+-.&=%\r\n09AFNSEWV')]

const setNumber: Change = (input, _, random) => {
  const bytes = random.pick([2, 4, 8])
  if (input.length < bytes) return input
  const at = random.below(input.length - bytes + 1)
  input.fill(random.pick([0, 0x7f, 0x80, 0xff]), at, at + bytes)
  return input
}

const remove: Change = (input, _, random) => {
  const [from, to] = range(input, random)
  return Buffer.concat([input.subarray(0, from), input.subarray(to)])
}

const repeat: Change = (input, _, random) => {
  const [from, to] = range(input, random)
  const times = random.below(10) === 0 ? 100 : 2
  return Buffer.concat([input.subarray(0, from), ...Array(times).fill(input.subarray(from, to)), input.subarray(to)])
}

const insert: Change = (input, _, random) => {
  const at = random.below(input.length + 1)
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(8) }, () => random.below(256)))
  return Buffer.concat([input.subarray(0, at), bytes, input.subarray(at)])
}

const borrow: Change = (input, others, random) => {
  const other = random.pick(others)
  const [from, to] = range(other, random)
  const at = random.below(input.length + 1)
  return Buffer.concat([input.subarray(0, at), other.subarray(from, to), input.subarray(at)])
}

const cross: Change = (input, others, random) => {
  const other = random.pick(others)
  return Buffer.concat([
    input.subarray(0, random.below(input.length + 1)),
    other.subarray(random.below(other.length + 1)),
  ])
}

/** Replaces a field between delimiters by a difficult value. */
const setField: Change = (input, _, random) => {
  const fields = [...input.toString('latin1').matchAll(/[\w.+-]+/g)]
  if (fields.length === 0) return input
  const field = random.pick(fields)
  const value = Buffer.from(random.pick(edge_values), 'latin1')
  return Buffer.concat([input.subarray(0, field.index), value, input.subarray(field.index + field[0].length)])
}

const edge_values = [
  '',
  '0',
  '-1',
  '-',
  '.',
  '90.1',
  '-181',
  '9999.9999',
  '99999999999999999999',
  '1e309',
  'NaN',
  'Infinity',
  '0x10',
  '320199',
  '240060',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '\u0000',
  '\u00ff\u00fe',
  'A'.repeat(300),
]

const cut: Change = (input, _, random) => input.subarray(0, random.below(input.length + 1))

const changes = [flipBit, setByte, setNumber, setField, remove, repeat, insert, borrow, cross, cut]

function range(input: Buffer, random: Random): [number, number] {
  const from = random.below(input.length + 1)
  return [from, Math.min(input.length, from + random.below(random.below(2) ? 8 : 64))]
}
