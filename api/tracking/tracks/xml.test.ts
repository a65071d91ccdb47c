import { expect, test } from 'vitest'
import { escapeXml } from './xml.ts'

test.each([
  ['plain', 'Truck 7', 'Truck 7'],
  ['markup', '<b>"A & B"</b>', '&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;'],
  ['macrons and emoji', 'Māhia 🚜', 'Māhia 🚜'],
  ['control characters', 'a\u0000b\u001bc\td', 'abc\td'],
  ['half of a pair', 'a\ud83dz', 'a\ufffdz'],
  ['non-characters', 'a\uffffz', 'az'],
])('%s becomes text that XML can hold', (_name, text, escaped) => expect(escapeXml(text)).toBe(escaped))
