import { expect, it } from 'vitest'
import { readPdf } from '../../tests/pdf.ts'
import { makePdf, type Pdf } from './document.ts'

const about = { title: 'Tāmaki <2026> & more', author: 'Pōneke', created_at: new Date('2026-12-31T11:00:00Z') }
const make = (write: (pdf: Pdf) => void, more: object = {}) => makePdf({ ...about, ...more }, write)

it('tags headings, paragraphs, lists and tables, with the heads of rows and columns', async () => {
  const bytes = await make((pdf) => {
    pdf.heading(1, 'Whakapai ngā mahi')
    pdf.paragraph('One.\n\nTwo.')
    pdf.heading(2, 'List')
    pdf.list(['First', 'Second'])
    pdf.facts([['Organisation', 'Te Whare Tāhuhu']])
    pdf.table({ columns: [{ title: 'Name' }, { title: 'Hours', align: 'right' }], rows: [['Audit', 2.5]] })
  })
  const { tagged, title, language, roles, text } = await readPdf(bytes)
  expect({ tagged, title, language }).toEqual({ tagged: true, title: about.title, language: 'en-NZ' })
  expect(roles.filter((role) => !/^(Root|Document)$/.test(role))).toEqual([
    'H1',
    'P',
    'P',
    'H2',
    'L',
    'LI',
    'Lbl',
    'LBody',
    'LI',
    'Lbl',
    'LBody',
    'Table',
    'TR',
    'TH',
    'TD',
    'Table',
    'TR',
    'TH',
    'TH',
    'TR',
    'TD',
    'TD',
  ])
  expect(text).toContain('Whakapai ngā mahi')
  expect(text).toContain('Page 1 of 1')
  const raw = bytes.toString('latin1')
  // The parts of ā would be missing in it.
  expect(raw).not.toContain('/CIDSet')
  for (const part of ['<pdfuaid:part>1<', '/DisplayDocTitle true', '/Scope /Row', '/Scope /Column', '/Tabs /S']) {
    expect(raw).toContain(part)
  }
  // XML and fonts: everything is embedded.
  expect(bytes.toString('utf8')).toContain('Tāmaki &lt;2026&gt; &amp; more')
  expect(raw.match(/\/FontFile2/g)).toHaveLength(2)
})

it('gives the same bytes for the same contents', async () => {
  const write = (pdf: Pdf) => pdf.heading(1, 'Ōtautahi')
  expect((await make(write)).equals(await make(write))).toBe(true)
  expect((await make(write)).equals(await make((pdf) => pdf.heading(1, 'Ōtepoti')))).toBe(false)
})

it('composes macrons, and shows a sign for what the font lacks', async () => {
  const { text } = await readPdf(await make((pdf) => pdf.paragraph('Ma\u0304ori\u0000\u200b \u674e')))
  expect(text).toMatch(/^Māori \ufffd/)
})

it('repeats heads on each page as artifacts, and splits a row that no page holds', async () => {
  const rows = [
    ...Array.from({ length: 80 }, (_, row) => [`Row ${row}`, 'x'.repeat(60)]),
    ['Long', 'word '.repeat(2500)],
  ]
  const { pages, roles, text } = await readPdf(
    await make((pdf) => pdf.table({ columns: [{ title: 'Name' }, { title: 'Text', share: 2 }], rows })),
  )
  expect(pages).toBeGreaterThan(4)
  expect(text.match(/NameText|Name\s+Text/g)?.length).toBe(pages)
  expect(text.match(/word/g)).toHaveLength(2500)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(roles.filter((role) => role === 'TH').length).toBeGreaterThanOrEqual(2)
})

it('breaks a word that is wider than its column, and loses nothing of it', async () => {
  const rows = [['Hash', 'x'.repeat(20_000)]]
  const { text } = await readPdf(await make((pdf) => pdf.table({ columns: [{ title: 'A' }, { title: 'B' }], rows })))
  expect(text.match(/x/g)?.length).toBe(20_000)
})

it('is PDF/A-3 with a file, too, and without a picture in CMYK', async () => {
  const archive = {
    file: { name: 'facts.xml', text: '<facts/>', type: 'text/xml', description: 'The same for programs' },
    schema: {
      prefix: 'ex',
      namespace: 'urn:example#',
      name: 'An example',
      properties: [{ name: 'Level', value: 'A & B', description: 'What it is' }],
    },
  }
  const logo = { alt: 'Logo', width: 20, height: 20 }
  const of = (more: object) => make((pdf) => void [pdf.heading(1, 'Ōtautahi'), pdf.image(cmykJpeg, logo)], more)
  const [bytes, plain] = [await of({ archive }), await of({})]
  expect(bytes.equals(await of({ archive }))).toBe(true)
  const xml = bytes.toString('utf8')
  for (const part of ['<pdfaid:part>3<', '<pdfaid:conformance>A<', '<pdfuaid:part>1<', '<ex:Level>A &amp; B<']) {
    expect(xml).toContain(part)
  }
  expect(xml.match(/<pdfaSchema:prefix>\w+</g)).toEqual(['<pdfaSchema:prefix>pdfuaid<', '<pdfaSchema:prefix>ex<'])
  expect([xml.includes('/DeviceCMYK'), plain.toString('latin1').includes('/DeviceCMYK')]).toEqual([false, true])
  expect(plain.toString('latin1')).not.toMatch(/pdfaid|OutputIntent|EmbeddedFile/)
})

/** The headers of a JPEG of 1 × 1 pixel in four colours. */
const cmykJpeg = Buffer.from(
  `ffd8ffe000104a46494600010100000100010000ffc00014080001000104${'011100021100031100041100'}ffd9`,
  'hex',
)
