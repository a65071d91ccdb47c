import { XMLBuilder } from 'fast-xml-parser'

/** An XML document; names that begin with `@_` are attributes. Without what XML cannot hold. */
export function writeXml(root: string, namespaces: Record<string, string>, content: object): string {
  const declared = Object.entries(namespaces).map(([prefix, uri]) => [prefix ? `@_xmlns:${prefix}` : '@_xmlns', uri])
  const xml = builder.build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    [root]: Object.assign(Object.fromEntries(declared), content),
  })
  return xml.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
}

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true })
