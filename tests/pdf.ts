import { getDocumentProxy } from 'unpdf'

/** Reads a PDF as a viewer and assistive technology do: its text in reading order, and the roles of its structure. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const roles: string[] = []
  let text = ''
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    collect((await page.getStructTree()) as Node | null, roles)
    const { items } = await page.getTextContent()
    text += items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  }
  const mark = await pdf.getMarkInfo()
  const { info } = await pdf.getMetadata()
  const { Title, Language } = info as Record<string, string>
  return {
    text,
    roles,
    pages: pdf.numPages,
    tagged: Boolean((mark as { Marked?: boolean } | null)?.Marked),
    title: Title,
    language: Language,
  }
}

function collect(node: Node | null, roles: string[]): void {
  if (!node) return
  if (node.role) roles.push(node.role)
  for (const child of node.children ?? []) collect(child, roles)
}

type Node = { role?: string; children?: Node[] }
export type ReadPdf = {
  text: string
  /** Structure elements of each page, from top to bottom: Document, H1, P, Table, TR, TH, TD … */
  roles: string[]
  pages: number
  tagged: boolean
  title: string | undefined
  language: string | undefined
}
