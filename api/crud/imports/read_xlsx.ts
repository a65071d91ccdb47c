import { unzip } from './unzip.ts'

/** The texts of a workbook that are read, unpacked: a small file may unpack to gigabytes. */
const MOST_UNPACKED = 16_000_000
const MOST_COLUMNS = 200
const DAY_MS = 86_400_000

/**
 * Reads the first visible sheet of a workbook as rows of texts. Formulas are what they were when the file was saved;
 * cells that are merged over several rows have their value in each of them.
 *
 * @returns rows by their number in the sheet, from 1
 * @throws for what is no workbook, or is too large
 */
export function readXlsx(bytes: Buffer): Row[] {
  const files = unzip(
    bytes,
    (name) => /^xl\/(workbook|styles|sharedStrings|_rels\/|worksheets\/[^/]+$)/.test(name),
    MOST_UNPACKED,
  )
  const book = files.get('xl/workbook.xml')
  const sheet = book && files.get(firstSheet(book, files.get('xl/_rels/workbook.xml.rels') ?? ''))
  if (!sheet) throw new Error('no workbook')
  const strings = elements(files.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => textOf(inner))
  const dated = datedStyles(files.get('xl/styles.xml') ?? '')
  const epoch = /date1904="(1|true)"/.test(book) ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const value = ({ attributes, inner }: Element): string => {
    const type = attributes.t ?? 'n'
    if (type === 'inlineStr') return textOf(inner)
    const raw = unescaped(elements(inner, 'v')[0]?.inner ?? '')
    if (type === 's') return strings[Number(raw)] ?? ''
    if (type === 'b') return raw === '1' ? 'true' : 'false'
    if (type !== 'n' || raw === '') return raw
    return dated.has(Number(attributes.s ?? 0)) ? dayOf(epoch, Number(raw)) : numberOf(raw)
  }
  let number = 0
  const rows = elements(sheet, 'row').map(({ attributes, inner }): Row => {
    number = Number(attributes.r ?? number + 1)
    const cells: string[] = []
    const unread = new Map<number, string>()
    for (const cell of elements(inner, 'c')) {
      const column = columnOf(cell.attributes.r) ?? cells.length
      if (column >= MOST_COLUMNS) continue
      cells[column] = value(cell)
      if (!cells[column] && /<(\w+:)?f[\s/>]/.test(cell.inner)) unread.set(column, NO_RESULT)
    }
    return { number, cells: Array.from(cells, (text) => text ?? ''), ...(unread.size > 0 && { unread }) }
  })
  fillMerged(rows, sheet)
  return rows
}

const NO_RESULT = 'has a formula without a result. Open the file in a spreadsheet program, save it and try again.'

/** Gives a value to each row that its cell was merged over. The first row with a text is a title or a header. */
function fillMerged(rows: Row[], sheet: string): void {
  const head = rows.findIndex(({ cells }) => cells.some(Boolean))
  const places = new Map(rows.map(({ number }, i) => [number, i]))
  for (const { attributes } of elements(sheet, 'mergeCell')) {
    const [, from, first, last] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(attributes.ref ?? '') ?? []
    const column = columnOf(from)
    const top = places.get(Number(first))
    const text = column === undefined || top === undefined || top <= head ? '' : rows[top]!.cells[column]
    if (!text) continue
    for (let i = top! + 1; i < rows.length && rows[i]!.number <= Number(last); i++) {
      const { cells } = rows[i]!
      if (!cells.some(Boolean)) continue
      while (cells.length <= column!) cells.push('')
      cells[column!] ||= text
    }
  }
}

/** The path of the first sheet that is not hidden. */
function firstSheet(book: string, relations: string): string {
  const sheet = elements(book, 'sheet').find(({ attributes }) => !attributes.state || attributes.state === 'visible')
  const id = sheet && Object.entries(sheet.attributes).find(([name]) => /(^|:)id$/.test(name))?.[1]
  const target = elements(relations, 'Relationship').find(({ attributes }) => attributes.Id === id)?.attributes.Target
  return target?.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Indexes of the cell formats that show a day or a time. */
function datedStyles(styles: string): Set<number> {
  const own = new Map(
    elements(styles, 'numFmt').map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']),
  )
  const formats = elements(elements(styles, 'cellXfs')[0]?.inner ?? '', 'xf')
  const is_dated = ({ attributes: { numFmtId = '0' } }: Element) => {
    const id = Number(numFmtId)
    const code = own.get(numFmtId)?.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    return code === undefined ? (id >= 14 && id <= 22) || (id >= 45 && id <= 47) : /[ymdhs]/i.test(code)
  }
  return new Set(formats.flatMap((format, i) => (is_dated(format) ? [i] : [])))
}

function dayOf(epoch: number, days: number): string {
  const time = new Date(epoch + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(time.getTime())) return String(days)
  const iso = time.toISOString()
  return (time.getTime() - epoch) % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** Spreadsheets keep 15 digits: what has more has lost some, which a power of ten shows. */
function numberOf(raw: string): string {
  const value = Number(raw)
  if (!Number.isFinite(value)) return raw
  if (Math.abs(value) >= 1e15) return value.toExponential()
  return String(Number(value.toPrecision(15)))
}

/** `AB12` is in column 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Texts of a cell, whose parts may have formats of their own; not how they are read aloud. */
const textOf = (xml: string) =>
  elements(xml.replaceAll(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, ''), 't')
    .map(({ inner }) => unescaped(inner))
    .join('')

/** Elements of a name that has none of the same name in it, with or without a prefix. */
function elements(xml: string, name: string): Element[] {
  const opening = new RegExp(`<(\\w+:)?${name}(\\s[^<>]*?)?(/)?>`, 'g')
  const found: Element[] = []
  for (let open = opening.exec(xml); open; open = opening.exec(xml)) {
    const [, prefix = '', attributes = '', is_empty] = open
    const end = is_empty ? opening.lastIndex : xml.indexOf(`</${prefix}${name}>`, opening.lastIndex)
    if (end < 0) break
    found.push({ attributes: attributesIn(attributes), inner: xml.slice(opening.lastIndex, end) })
    opening.lastIndex = end
  }
  return found
}

const attributesIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from(text.matchAll(/([\w:]+)\s*=\s*"([^"]*)"/g), ([, key, value]) => [key!, unescaped(value!)]),
  )

const unescaped = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name) return { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }[name as 'lt'] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

type Row = { number: number; cells: string[]; unread?: Map<number, string> }
type Element = { attributes: Record<string, string>; inner: string }
