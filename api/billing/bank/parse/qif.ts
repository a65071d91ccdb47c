import { type BankEntry, type BankFile, BankFileError, cut, type DateOrder, dayOf, minorOf, orderOf } from './entry.ts'

/** Quicken's QIF: a line for each field, which its first letter names; `^` ends an entry. */
export function readQif(text: string, digits: number, order?: DateOrder): BankFile {
  let section = ''
  const blocks = text
    .split(/^\^.*$/m)
    .map((block) => {
      const lines = block.split(/\r\n|\r|\n/).filter((line) => line !== '')
      section = lines.findLast((line) => /^!(Type|Account)/i.test(line)) ?? section
      return lists.test(section) ? [] : lines.filter((line) => !line.startsWith('!'))
    })
    .filter((lines) => lines.length > 0)
  const fields = blocks.map((lines) => new Map(lines.map((line) => [line[0], line.slice(1).trim()])))
  const dated = fields.filter((each) => each.has('D'))
  if (dated.length === 0) throw new BankFileError('This QIF file has no transactions.')
  const used = order ?? orderOf(dated.map((each) => each.get('D')!))
  const entries = dated.map((each, i): BankEntry => {
    const where = `Transaction ${i + 1}`
    return {
      day: dayOf(each.get('D')!, used, where),
      amount: minorOf(each.get('T') ?? each.get('U') ?? '', digits, where),
      name: cut(each.get('P'), 200),
      reference: cut(each.get('N'), 200),
      details: cut(each.get('M'), 500),
      id: null,
    }
  })
  return { account: '', currency: null, entries }
}

/** Sections that have no movements: accounts, categories, and lists of other programs. */
const lists = /^!(Account|Type:\s*(Cat|Class|Memorized|Security|Prices|Budget|Tag|Payee))/i
