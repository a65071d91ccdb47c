import { type BankEntry, type BankFile, BankFileError, cut, dayOf, decimalOf, minorOf, oneCurrency } from './entry.ts'

/**
 * OFX 1 (SGML, whose values have no end tag) and 2 (XML), and QFX.
 * Source: Open Financial Exchange 1.6 and 2.2, §11.4 (STMTTRN).
 */
export function readOfx(text: string, digits: number): BankFile {
  const body = text.slice(Math.max(0, text.search(/<OFX>/i)))
  oneCurrency([...body.matchAll(/<CURDEF>\s*([A-Z]{3})/gi)].map((found) => found[1]!.toUpperCase()))
  const entries = body
    .split(/<STMTTRN>/i)
    .slice(1)
    .map((part, i) => readEntry(part.split(/<\/STMTTRN>|<\/BANKTRANLIST>|<\/CCSTMTRS>/i)[0]!, digits, i))
  if (entries.length === 0) throw new BankFileError('This OFX file has no transactions.')
  return { account: cut(fieldOf(body, 'ACCTID'), 100), currency: fieldOf(body, 'CURDEF') || null, entries }
}

function readEntry(part: string, digits: number, i: number): BankEntry {
  const where = `Transaction ${i + 1}`
  return {
    day: dayOf(fieldOf(part, 'DTPOSTED'), 'dmy', where),
    amount: minorOf(decimalOf(fieldOf(part, 'TRNAMT')), digits, where),
    name: cut(fieldOf(part, 'NAME') || fieldOf(part, 'PAYEE'), 200),
    reference: cut(fieldOf(part, 'REFNUM') || fieldOf(part, 'CHECKNUM'), 200),
    details: cut(fieldOf(part, 'MEMO'), 500),
    id: cut(fieldOf(part, 'FITID'), 150) || null,
  }
}

/** A character by its number, such as `#39` or `#x27`. */
function numbered(name: string, all: string): string {
  const code = Number(name.slice(1).replace(/^x/i, '0x'))
  return code > 31 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : all
}

function fieldOf(part: string, tag: string): string {
  const [, quoted, plain = ''] =
    new RegExp(`<${tag}>(?:<!\\[CDATA\\[(.*?)\\]\\]>|([^<\\r\\n]*))`, 'is').exec(part) ?? []
  if (quoted !== undefined) return quoted.trim()
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
  const characterOf = (all: string, name: string) => (name.startsWith('#') ? numbered(name, all) : (named[name] ?? all))
  return plain.replace(/&(#?\w+);/g, characterOf).trim()
}
