import { XMLParser } from 'fast-xml-parser'
import { type BankEntry, type BankFile, BankFileError, cut, dayOf, decimalOf, minorOf, oneCurrency } from './entry.ts'

/**
 * ISO 20022 camt.053: booked entries, a batch as its single payments where their amounts are given.
 * Source: ISO 20022, Bank-to-Customer Statement V02 to V08.
 */
export function readCamt(text: string, digits: number): BankFile {
  if (/<!DOCTYPE/i.test(text)) throw new BankFileError('This file has a document type, which a statement has not.')
  const document = parse(text) as Node
  const statements = all(at(document, 'Document', 'BkToCstmrStmt', 'Stmt'))
  const [first] = statements
  if (!first) throw new BankFileError('This XML file has no statement (camt.053).')
  const account = at(first, 'Acct', 'Id') as Node | undefined
  const booked = statements.flatMap((statement) => all(at(statement, 'Ntry')))
  oneCurrency(booked.map(currencyOf).filter(Boolean))
  const entries = booked.flatMap((entry, i) => readEntry(entry, digits, i))
  if (entries.length === 0) throw new BankFileError('This statement has no booked entries.')
  const currency = textOf(at(first, 'Acct', 'Ccy')) || currencyOf(all(at(first, 'Ntry'))[0]) || null
  return { account: cut(textOf(at(account, 'IBAN')) || textOf(at(account, 'Othr', 'Id')), 100), currency, entries }
}

function readEntry(entry: Node, digits: number, i: number): BankEntry[] {
  const where = `Entry ${i + 1}`
  const state = textOf(at(entry, 'Sts', 'Cd')) || textOf(at(entry, 'Sts'))
  if (state && state !== 'BOOK') return []
  const sign = signOf(entry) ?? 1
  // What is given back has the roles of the payment before: our own side is the other one.
  const is_back = /^(true|1)$/.test(textOf(at(entry, 'RvslInd')))
  const date = (at(entry, 'BookgDt') ?? at(entry, 'ValDt')) as Node | undefined
  const day = dayOf(textOf(at(date, 'Dt')) || textOf(at(date, 'DtTm')), 'dmy', where)
  const total = sign * amountOf(at(entry, 'Amt'), digits, where)
  const id = cut(textOf(at(entry, 'AcctSvcrRef')) || textOf(at(entry, 'NtryRef')), 120) || null
  const payments = all(at(entry, 'NtryDtls')).flatMap((details) => all(at(details, 'TxDtls')))
  const amounts = payments.map((payment) => {
    const amount = at(payment, 'Amt') ?? at(payment, 'AmtDtls', 'TxAmt', 'Amt')
    return amount === undefined ? null : (signOf(payment) ?? sign) * amountOf(amount, digits, where)
  })
  const is_whole = amounts.every((amount) => amount !== null) && amounts.reduce((s, a) => s! + a!, 0) === total
  if (payments.length > 1 && is_whole) {
    return payments.map((payment, n) => ({
      ...described(payment, is_back ? -amounts[n]! : amounts[n]!),
      day,
      amount: amounts[n]!,
      id: id && `${id}/${n + 1}`,
    }))
  }
  const words = payments[0] ? described(payments[0], is_back ? -sign : sign) : { name: '', reference: '', details: '' }
  const details = words.details || cut(textOf(at(entry, 'AddtlNtryInf')), 500)
  return [{ ...words, details, day, amount: total, id }]
}

/** Of an entry, or of a payment within a batch, which may go the other way. */
function signOf(node: Node): 1 | -1 | null {
  const way = textOf(at(node, 'CdtDbtInd'))
  return way === 'DBIT' ? -1 : way === 'CRDT' ? 1 : null
}

const amountOf = (node: unknown, digits: number, where: string) => minorOf(decimalOf(textOf(node)), digits, where)

/** Who the other one is, and what it is for. */
function described(payment: Node, sign: number) {
  const party = sign > 0 ? 'Dbtr' : 'Cdtr'
  const name = [party, `Ultmt${party}`]
    .flatMap((role) => [
      textOf(at(payment, 'RltdPties', role, 'Nm')),
      textOf(at(payment, 'RltdPties', role, 'Pty', 'Nm')),
    ])
    .find(Boolean)
  const structured = textOf(at(payment, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref'))
  const end_to_end = textOf(at(payment, 'Refs', 'EndToEndId'))
  const words = listOf(at(payment, 'RmtInf', 'Ustrd'))
    .map(textOf)
    .concat(textOf(at(payment, 'RmtInf', 'Strd', 'RfrdDocInf', 'Nb')), textOf(at(payment, 'AddtlTxInf')))
    .filter(Boolean)
    .join(' ')
  const reference = structured || (end_to_end === 'NOTPROVIDED' ? '' : end_to_end)
  return { name: cut(name, 200), reference: cut(reference, 200), details: cut(words, 500) }
}

function parse(text: string): unknown {
  try {
    const kept = { removeNSPrefix: true, parseTagValue: false, ignoreAttributes: false }
    return new XMLParser({ ...kept, htmlEntities: true }).parse(text)
  } catch {
    throw new BankFileError('This XML file cannot be read.')
  }
}

/** What is below some tags; of several of one tag the first is followed. */
function at(node: unknown, ...tags: string[]): unknown {
  let found = node
  for (const tag of tags) found = (listOf(found)[0] as Node | undefined)?.[tag]
  return found
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const all = (value: unknown) => listOf(value) as Node[]
const textOf = (value: unknown): string => {
  const [one] = listOf(value)
  if (typeof one === 'string') return one.trim()
  return typeof (one as Node)?.['#text'] === 'string' ? ((one as Node)['#text'] as string).trim() : ''
}
const currencyOf = (entry: Node | undefined) => {
  const code = (at(entry, 'Amt') as Node | undefined)?.['@_Ccy']
  return typeof code === 'string' ? code : ''
}
type Node = Record<string, unknown>
