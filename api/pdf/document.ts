import { Canvas, type Metadata } from './canvas.ts'
import type { FontName } from './fonts.ts'
import { isSafeImage } from './image.ts'
import { INK, LINE, MUTED, SIZE } from './style.ts'
import { drawTable, type Table } from './table.ts'

/**
 * Makes a document as PDF/UA-1 (ISO 14289): every text is tagged, the language is named, fonts are embedded, pages have
 * numbers. With `archive` it is PDF/A-3a (ISO 19005-3), too. The same calls give the same bytes. Takes up to seconds of a processor: for layouts, in `PdfWorkers`.
 *
 * @param about.created_at stands in the file; the moment of its contents, not of the request, or bytes differ each time
 * @param write adds the contents, from top to bottom
 * @throws what `write` throws
 */
export async function makePdf(about: About, write: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new Pdf(about)
  const bytes = collect(pdf.doc)
  // Also when `write` fails: the stream then has no reader left.
  bytes.catch(() => {})
  try {
    write(pdf)
  } catch (error) {
    pdf.doc.destroy()
    throw error
  }
  pdf.end()
  return bytes
}

/** Writes from top to bottom of A4 pages; what does not fit continues on the next. */
export class Pdf extends Canvas {
  readonly #about: About

  constructor(about: About) {
    super({ language: 'en-NZ', ...about })
    this.#about = about
  }

  /** A heading with an entry in the outline. Levels are not skipped: 2 follows 1. */
  heading(level: 1 | 2 | 3, text: string): void {
    const size = SIZE.headings[level - 1]!
    this.space(level === 1 ? 0 : size * 0.9)
    this.#text(`H${level}`, text, { font: 'bold', size, keep: 60 })
    if (level < 3) this.doc.outline.addItem(this.printable(text))
    this.space(size * 0.25)
  }

  /** A paragraph for each block of lines that an empty line separates; nothing for an empty text. */
  paragraph(text: string, { bold = false, muted = false, size = SIZE.text, align = 'left' }: TextStyle = {}): void {
    for (const block of text.split(/\n\s*\n/).filter((one) => one.trim())) {
      this.#text('P', block.trim(), { font: bold ? 'bold' : 'regular', size, muted, align })
      this.space(size * 0.4)
    }
  }

  /** A bulleted list. */
  list(items: string[]): void {
    const list = this.struct('L', { A: { O: 'List', ListNumbering: 'Disc' } })
    const { left } = this.doc.page.margins
    for (const item of items) {
      const line = this.struct('LI', {}, list)
      this.font('regular').fontSize(SIZE.text).fillColor(INK)
      this.keep(this.doc.currentLineHeight(true))
      const { y } = this.doc
      line.add(this.doc.struct('Lbl', {}, () => void this.doc.text('•', left + 4, y, { width: 10 })))
      const options = { width: this.width - 18 }
      const shown = this.breakWords(this.printable(item), { font: 'regular', size: SIZE.text, ...options })
      line.add(this.doc.struct('LBody', {}, () => void this.doc.text(shown, left + 18, y, options)))
      line.end()
      this.doc.x = left
      this.space(2)
    }
    list.end()
    this.space(SIZE.text * 0.4)
  }

  /** A table with its heads, which are repeated on each page. */
  table(table: Table): void {
    drawTable(this, table)
    this.space(SIZE.text * 0.6)
  }

  /** Names and values, as a table of two columns whose first has the heads of its rows. */
  facts(facts: [name: string, value: string][], width = this.width): void {
    this.table({
      width,
      has_heads: false,
      is_plain: true,
      row_heads: true,
      columns: [
        { title: '', share: 1 },
        { title: '', share: 2.2 },
      ],
      rows: facts,
    })
  }

  /**
   * A picture (PNG or JPEG), no larger than the given width and height. One that is damaged or has too many pixels is
   * left out, and of PDF/A one in CMYK.
   *
   * @param alt what it shows, for those who do not see it
   */
  image(bytes: Uint8Array, { alt, width, height }: { alt: string; width: number; height: number }): void {
    if (!isSafeImage(bytes)) return
    const image = this.#open(bytes)
    if (!image) return
    this.keep(height)
    const { y } = this.doc
    const { left } = this.doc.page.margins
    const bbox: [number, number, number, number] = [left, y, left + width, y + height]
    const draw = () => void this.doc.image(image, left, y, { fit: [width, height] })
    this.root.add(this.doc.struct('Figure', { alt: this.printable(alt), bbox, placement: 'Block' } as object, draw))
    this.doc.y = y + height
    this.space(SIZE.text * 0.6)
  }

  /**
   * A picture of black squares, such as a QR code.
   *
   * @param alt what it says, for those who do not see it
   */
  squares(rows: boolean[][], { alt, width }: { alt: string; width: number }): void {
    this.keep(width)
    const { y } = this.doc
    const { left } = this.doc.page.margins
    const side = width / rows.length
    const draw = () => {
      for (const [row, dark] of rows.entries()) {
        for (const [column, is_dark] of dark.entries()) {
          if (is_dark) this.doc.rect(left + column * side, y + row * side, side, side)
        }
      }
      this.doc.fill(INK)
    }
    const bbox: [number, number, number, number] = [left, y, left + width, y + width]
    this.root.add(this.doc.struct('Figure', { alt: this.printable(alt), bbox, placement: 'Block' } as object, draw))
    this.doc.y = y + width
    this.space(SIZE.text * 0.6)
  }

  /** A line over the whole width. */
  rule(): void {
    this.space(4)
    const { left } = this.doc.page.margins
    const { y } = this.doc
    this.artifact(() => {
      const { width } = this
      this.doc
        .lineWidth(0.5)
        .strokeColor(LINE)
        .moveTo(left, y)
        .lineTo(left + width, y)
        .stroke()
    })
    this.space(4)
  }

  /** Numbers the pages and ends the file. */
  end(): void {
    this.root.end()
    const { start, count } = this.doc.bufferedPageRange()
    const { footer = (page: number, of: number) => `Page ${page} of ${of}`, title } = this.#about
    for (let index = 0; index < count; index++) {
      this.doc.switchToPage(start + index)
      this.artifact(() => this.#drawFooter(title, footer(index + 1, count)), { type: 'Pagination' })
    }
    this.doc.end()
  }

  #open(bytes: Uint8Array): PDFKit.Mixins.ImageSrc | null {
    try {
      const image = this.doc.openImage(Buffer.from(bytes))
      // The colours of PDF/A are those of its profile, which is RGB.
      const is_out = this.is_archive && image.colorSpace === 'DeviceCMYK'
      return is_out ? null : image
    } catch {
      return null
    }
  }

  #drawFooter(left: string, right: string): void {
    const { page } = this.doc
    const { bottom, left: x } = page.margins
    const y = page.height - bottom + 24
    // Below the margin, a text would begin a page.
    page.margins.bottom = 0
    this.font('regular').fontSize(SIZE.small).fillColor(MUTED)
    const room = this.width * 0.75
    this.doc.text(this.printable(left), x, y, { width: room, height: 12, ellipsis: true, lineBreak: true })
    this.doc.text(this.printable(right), x + room, y, { width: this.width - room, align: 'right', lineBreak: false })
    page.margins.bottom = bottom
  }

  #text(tag: string, text: string, { font, size, muted = false, align = 'left', keep = 0 }: Drawn): void {
    this.font(font)
      .fontSize(size)
      .fillColor(muted ? MUTED : INK)
    const shown = this.breakWords(this.printable(text), { font, size, width: this.width })
    this.font(font).fontSize(size)
    this.keep(keep + this.doc.currentLineHeight(true))
    const { left } = this.doc.page.margins
    const draw = () => void this.doc.text(shown, left, this.doc.y, { width: this.width, align, lineGap: 1.5 })
    this.root.add(this.doc.struct(tag, {}, draw))
  }
}

async function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** What PDFKit's types leave out. */
export type About = Omit<Metadata, 'language'> & {
  /** BCP 47; en-NZ by default. */
  language?: string
  /** The text at the right of each page's foot. */
  footer?: (page: number, of: number) => string
}
type TextStyle = { bold?: boolean; muted?: boolean; size?: number; align?: 'left' | 'right' }
type Drawn = { font: FontName; size: number; muted?: boolean; align?: 'left' | 'right'; keep?: number }
