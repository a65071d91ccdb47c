import type { Canvas } from './canvas.ts'
import type { FontName } from './fonts.ts'
import { INK, LINE, SHADE, SIZE } from './style.ts'

const PADDING = 4
const CELL = SIZE.text - 0.5
/** Less of a page is left empty. */
const MIN_ROOM = 60

/** Draws a table as Table, TR, TH and TD. A row that is higher than the rest of the page moves to the next, or is split. */
export function drawTable(pdf: Canvas, table: Table): void {
  const { columns, rows, has_heads = true, row_heads = false, has_total = false, width = pdf.width } = table
  const { is_plain = false } = table
  if (rows.length === 0) return
  const shares = columns.reduce((sum, { share = 1 }) => sum + share, 0)
  const widths = columns.map(({ share = 1 }) => (width * share) / shares)
  const layout: Layout = { pdf, columns, widths, is_plain, structure: pdf.struct('Table') }
  const heads = columns.map(({ title }) => pdf.printable(title))
  const height_of_heads = has_heads ? heightOf(layout, heads, () => 'bold') : 0
  if (has_heads) {
    // Heads with at least a part of the first row.
    pdf.keep(height_of_heads + 40)
    drawRow(layout, heads, { kind: 'heads', heads: () => 'Column' })
  }
  const repeatHeads = () => {
    pdf.doc.addPage()
    if (has_heads) pdf.artifact(() => drawTexts(layout, heads, height_of_heads, 'bold'), { type: 'Pagination' })
    if (has_heads) moveBelow(layout, height_of_heads, true)
  }
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell, column) => {
      const style = { font: 'bold' as const, size: CELL, width: widths[column]! - 2 * PADDING }
      return pdf.breakWords(pdf.printable(String(cell)), style)
    })
    const heads_row = (column: number) => (row_heads && column === 0 ? ('Row' as const) : null)
    const kind = has_total && index === rows.length - 1 ? 'total' : 'body'
    drawRow(layout, cells, { kind, heads: heads_row, repeatHeads })
  }
  layout.structure.end()
}

function drawRow(layout: Layout, cells: string[], { kind, heads, repeatHeads }: RowStyle): void {
  const { pdf, structure } = layout
  const { doc } = pdf
  const fontOf = (column: number) => (kind !== 'body' || heads(column) !== null ? 'bold' : 'regular')
  const row = pdf.struct('TR', {}, structure)
  const elements = cells.map((_, column) => {
    const scope = heads(column)
    return pdf.struct(scope ? 'TH' : 'TD', scope ? { A: { O: 'Table', Scope: scope } } : {}, row)
  })
  let rest = cells
  for (;;) {
    const height = heightOf(layout, rest, fontOf)
    let room = doc.page.maxY() - doc.y
    const page_height = doc.page.maxY() - doc.page.margins.top
    if (height > room && repeatHeads && (height <= page_height / 2 || room < MIN_ROOM)) {
      repeatHeads()
      room = doc.page.maxY() - doc.y
    }
    const fits = height <= room && rest.every((text, column) => text.length <= mostOfPage(layout, column))
    const parts = fits
      ? rest.map((text) => [text, ''])
      : rest.map((text, column) => split(layout, { text, column, font: fontOf(column) }, room))
    const drawn = parts.map(([part]) => part!)
    const drawn_height = fits ? height : room
    if (kind === 'heads') shade(layout, drawn_height)
    const { y } = doc
    drawn.forEach((text, column) => {
      if (text === '') return
      elements[column]!.add(() => drawText(layout, text, column, y, fontOf(column)))
    })
    doc.y = y
    moveBelow(layout, drawn_height, kind === 'heads')
    rest = parts.map(([, remainder]) => remainder!)
    if (rest.every((text) => text === '')) break
    repeatHeads?.()
  }
  for (const element of elements) element.end()
  row.end()
  doc.x = doc.page.margins.left
}

/** The part of a text that fits the room of a page, and what continues on the next. */
function split(layout: Layout, { text, column, font }: Cell, room: number): [string, string] {
  const fits = (part: string) => heightOfText(layout, part, column, font) + 2 * PADDING <= room
  const most = mostOfPage(layout, column)
  if (text.length <= most && fits(text)) return [text, '']
  const [measured, further] = [text.slice(0, most), text.slice(most)]
  // By words, else by characters.
  const words = measured.split(/(?<=\s)/u)
  const pieces = fits(words[0]!) ? words : [...measured]
  // About as many as the room is of their height.
  const all = heightOfText(layout, measured, column, font)
  const near = Math.floor((pieces.length * room) / all)
  const about = [Math.floor(near * 0.95), Math.min(pieces.length, Math.ceil(near * 1.05))] as const
  let [low, high] = [0, pieces.length]
  if (fits(pieces.slice(0, about[0]).join(''))) low = about[0]
  else high = about[0]
  if (low > 0 && about[1] < high && !fits(pieces.slice(0, about[1]).join(''))) high = about[1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(pieces.slice(0, middle).join(''))) low = middle
    else high = middle - 1
  }
  // At least one line, so that the loop ends.
  low = Math.max(low, 1)
  return [pieces.slice(0, low).join('').trimEnd(), pieces.slice(low).join('') + further]
}

const heightOf = (layout: Layout, cells: string[], fontOf: (column: number) => FontName) =>
  Math.max(...cells.map((text, column) => heightOfText(layout, text, column, fontOf(column)))) + 2 * PADDING

function heightOfText(layout: Layout, text: string, column: number, font: FontName): number {
  const { pdf, widths } = layout
  pdf.font(font).fontSize(CELL)
  const most = mostOfPage(layout, column)
  return pdf.doc.heightOfString(text.slice(0, most) || ' ', { width: widths[column]! - 2 * PADDING, lineGap: 1 })
}

/** More characters than a page holds in a column, in narrow glyphs: a longer text is measured no further. */
function mostOfPage({ pdf, widths }: Layout, column: number): number {
  return Math.ceil(widths[column]! / (0.24 * CELL)) * Math.ceil(pdf.doc.page.height / CELL)
}

function drawTexts(layout: Layout, cells: string[], height: number, font: FontName): void {
  const { y } = layout.pdf.doc
  const { left } = layout.pdf.doc.page.margins
  layout.pdf.doc.rect(left, y, sum(layout.widths), height).fill(SHADE)
  for (const [column, text] of cells.entries()) drawText(layout, text, column, y, font)
  layout.pdf.doc.y = y
}

function drawText({ pdf, columns, widths }: Layout, text: string, column: number, y: number, font: FontName) {
  const x = pdf.doc.page.margins.left + sum(widths.slice(0, column))
  pdf.font(font).fontSize(CELL).fillColor(INK)
  const { align = 'left' } = columns[column]!
  // Measured before: a text that is a hair higher must not begin a page.
  const { margins } = pdf.doc.page
  const { bottom } = margins
  margins.bottom = 0
  pdf.doc.text(text, x + PADDING, y + PADDING, { width: widths[column]! - 2 * PADDING, align, lineGap: 1 })
  margins.bottom = bottom
}

function shade({ pdf, widths }: Layout, height: number): void {
  const { y } = pdf.doc
  pdf.artifact(() => void pdf.doc.rect(pdf.doc.page.margins.left, y, sum(widths), height).fill(SHADE))
}

function moveBelow({ pdf, widths, is_plain }: Layout, height: number, is_heads: boolean): void {
  const { doc } = pdf
  const { left } = doc.page.margins
  const y = doc.y + height
  if (!is_plain) {
    pdf.artifact(() => {
      doc
        .lineWidth(is_heads ? 0.9 : 0.4)
        .strokeColor(is_heads ? INK : LINE)
        .moveTo(left, y)
        .lineTo(left + sum(widths), y)
        .stroke()
    })
  }
  doc.x = left
  doc.y = y
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export type Table = {
  columns: Column[]
  rows: (string | number)[][]
  /** Whether the titles of the columns are drawn; true by default. */
  has_heads?: boolean
  /** Whether the first cell of a row is its head. */
  row_heads?: boolean
  /** Whether the last row has the totals. */
  has_total?: boolean
  /** Without lines. */
  is_plain?: boolean
  /** Points; the whole width by default. */
  width?: number
}
type Column = { title: string; share?: number; align?: 'left' | 'right' }
type Layout = {
  pdf: Canvas
  columns: Column[]
  widths: number[]
  is_plain: boolean
  structure: PDFKit.PDFStructureElement
}
type RowStyle = {
  kind: 'heads' | 'body' | 'total'
  heads: (column: number) => 'Column' | 'Row' | null
  repeatHeads?: () => void
}
type Cell = { text: string; column: number; font: FontName }
