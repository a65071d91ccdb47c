import { expect, it } from 'vitest'
import { type Format, formatSelection } from './formats.ts'

/** The selection stands between `[` and `]`. */
it.each<[Format, string, string]>([
  ['bold', 'a <b> c', 'a **<b>** c'],
  ['bold', 'a **<b>** c', 'a <b> c'],
  ['italic', '<>', '_<>_'],
  ['heading', 'one\ntw<>o', 'one\n## tw<>o'],
  ['heading', '## tw<>o', 'tw<>o'],
  ['list', 'zero\no<ne\nt>wo\nthree', 'zero\n<- one\n- two>\nthree'],
  ['list', '<- one\n- two>', '<one\ntwo>'],
  ['link', 'see <help> here', 'see [help](<https://>) here'],
  ['link', '<>', '[](<https://>)'],
])('%s: %j becomes %j', (format, before, after) => {
  const start = before.indexOf('<')
  const end = before.indexOf('>') - 1
  const text = before.replace(/[<>]/g, '')
  const { from, to, insert, select } = formatSelection(format, text, start, end)
  const changed = text.slice(0, from) + insert + text.slice(to)
  const shown = `${changed.slice(0, select[0])}<${changed.slice(...select)}>${changed.slice(select[1])}`
  expect(shown).toBe(after)
})
