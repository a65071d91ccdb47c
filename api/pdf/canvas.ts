import PDFDocument from 'pdfkit'
import { type Archive, archiveXml } from './archive.ts'
import { type FontName, loadFonts, printable } from './fonts.ts'

/** A tagged document, and what drawing on it needs. Measures are points (1/72 inch). */
export class Canvas {
  /** Direct access to PDFKit: every drawing must be in a structure element or an artifact. */
  readonly doc: PDFKit.PDFDocument
  /** Whether it is PDF/A, too. */
  protected readonly is_archive: boolean
  protected readonly root: PDFKit.PDFStructureElement
  readonly #glyphs: Set<number>

  constructor({ title, author, language, created_at, is_landscape = false, archive }: Metadata) {
    this.is_archive = archive !== undefined
    const doc = new TaggedDocument({
      size: 'A4',
      layout: is_landscape ? 'landscape' : 'portrait',
      margins: { top: 56, bottom: 64, left: 50, right: 50 },
      bufferPages: true,
      pdfVersion: '1.7',
      subset: (archive ? 'PDF/A-3a' : 'PDF/UA') as PDFKit.PDFDocumentOptions['subset'],
      tagged: true,
      displayTitle: true,
      lang: language,
      info: { Title: title, Author: author, Creator: 'Ringfence', Producer: 'Ringfence', CreationDate: created_at },
      // Without it, PDFKit names a font that it does not embed.
      font: null as never,
      autoFirstPage: false,
    })
    this.doc = doc
    if (archive) doc.attach(archive, created_at)
    for (const [name, bytes] of Object.entries(loadFonts())) this.doc.registerFont(name, bytes)
    this.font('regular')
    this.#glyphs = new Set(this.doc._font.font.characterSet)
    // The tab key follows the structure.
    this.doc.on('pageAdded', () => Object.assign(this.doc.page.dictionary.data, { Tabs: 'S' }))
    this.doc.addPage()
    this.root = this.doc.struct('Document')
    this.doc.addStructure(this.root)
  }

  /** Leaves room, within the page. */
  space(points: number): void {
    this.doc.y = Math.min(this.doc.y + points, this.doc.page.maxY())
  }

  /** Begins a page unless there is room for this height. */
  keep(height: number): void {
    if (this.doc.y + height > this.doc.page.maxY()) this.doc.addPage()
  }

  /** Between the margins. */
  get width(): number {
    const { width, margins } = this.doc.page
    return width - margins.left - margins.right
  }

  /** A structure element below another, or below the document. */
  struct(type: string, data: object = {}, parent = this.root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(type)
    Object.assign(element.dictionary.data, data)
    parent.add(element)
    return element
  }

  /** Draws what is no content, such as lines: assistive technology leaves it out. */
  artifact(draw: () => void, options: { type: string } = { type: 'Layout' }): void {
    this.doc.markContent('Artifact', options as object)
    draw()
    this.doc.endMarkedContent()
  }

  font(name: FontName): PDFKit.PDFDocument {
    return this.doc.font(name)
  }

  printable(text: string): string {
    return printable(text, (code_point) => this.#glyphs.has(code_point))
  }

  /** Breaks words that are wider than a line, which PDFKit does in quadratic time. */
  breakWords(text: string, { font, size, width }: { font: FontName; size: number; width: number }): string {
    if (!LONG_WORD.test(text)) return text
    this.font(font)
    const { font: embedded } = this.doc._font
    const widthOf = (character: string) =>
      (embedded.glyphForCodePoint(character.codePointAt(0)!).advanceWidth * size) / embedded.unitsPerEm
    return text.replace(LONG_WORDS, (word) => {
      let line = 0
      let broken = ''
      for (const character of word) {
        const wide = widthOf(character)
        if (line + wide > width * 0.98) {
          broken += '\n'
          line = 0
        }
        broken += character
        line += wide
      }
      return broken
    })
  }
}

const LONG_WORD = /[^\s-]{16}/u
const LONG_WORDS = /[^\s-]{16,}/gu

/** PDFKit writes titles into its XML metadata as they are, so `&` and `<` would break it. */
class TaggedDocument extends PDFDocument {
  /**
   * Fonts without their set of glyphs, which is optional: PDFKit leaves out of it what accented letters are made of, and
   * then it is wrong (ISO 14289-1, 7.21.4.2).
   */
  override ref(data: object): PDFKit.PDFKitReference {
    const is_descriptor = (data as { Type?: string } | undefined)?.Type === 'FontDescriptor'
    if (is_descriptor) Object.defineProperty(data, 'CIDSet', { set() {} })
    return super.ref(data as never)
  }

  #archive: Archive | null = null

  /** Of a document that is PDF/A-3: the file that it holds, and what its metadata say of that. */
  attach(archive: Archive, date: Date): void {
    this.#archive = archive
    const { name, text, type, description } = archive.file
    const about = { name, type, description, relationship: 'Alternative', creationDate: date, modifiedDate: date }
    this.file(Buffer.from(text), about as PDFKit.Mixins.PDFAttachmentOptions)
  }

  override endMetadata(): void {
    if (this.#archive) this.appendXML(archiveXml(this.#archive.schema))
    const info = this.info as PDFKit.DocumentInfo & Record<string, unknown>
    for (const [name, value] of Object.entries(info)) {
      if (typeof value === 'string') info[name] = value.replace(/[&<>]/g, (character) => entities[character]!)
      else if (value === undefined) delete info[name]
    }
    super.endMetadata()
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** What PDFKit's types leave out. */
declare global {
  namespace PDFKit {
    interface PDFDocument {
      _font: {
        font: {
          characterSet: number[]
          unitsPerEm: number
          glyphForCodePoint(code_point: number): { advanceWidth: number }
        }
      }
      appendXML(xml: string): void
      openImage(bytes: Buffer): Mixins.ImageSrc & { colorSpace?: string }
    }
    interface PDFStructureElement {
      dictionary: { data: object }
    }
  }
}

export type Metadata = {
  title: string
  /** The person or organisation of the contents. */
  author: string
  created_at: Date
  /** BCP 47. */
  language: string
  /** Of every page; portrait by default. */
  is_landscape?: boolean
  /** Makes it PDF/A-3a (ISO 19005-3), with this file. */
  archive?: Archive
}
