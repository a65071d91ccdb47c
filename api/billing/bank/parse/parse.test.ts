import { expect, it } from 'vitest'
import { checkRead, keysOf, readBankFile } from '../read_file.ts'
import { minorOf, orderOf } from './entry.ts'

const read = (text: string, wish = {}) => readBankFile(Buffer.from(text), 2, wish)
const first = { day: '2027-03-15', amount: 11_500, name: 'Aroha & Sons', reference: 'INV-0042', details: 'Membership' }
const second = { day: '2027-03-16', amount: -250, name: 'Bank', details: 'Fee' }

const ofx1 = `OFXHEADER:100
DATA:OFXSGML

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NZD<BANKACCTFROM><ACCTID>02-0100-0123456-00</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20270301
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20270315120000[+13:NZDT]<TRNAMT>115.00<FITID>A1<REFNUM>INV-0042<NAME>Aroha &amp; Sons<MEMO>Membership</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT
<DTPOSTED>20270316
<TRNAMT>-2.50
<FITID>A2
<NAME>Bank
<MEMO>Fee
</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

const camt = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Ntry><Amt Ccy="EUR">115.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2027-03-15</Dt></BookgDt>
<AcctSvcrRef>A1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>Aroha &amp; Sons</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>Membership</Ustrd><Strd><CdtrRefInf><Ref>INV-0042</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">2.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2027-03-16</Dt></BookgDt><AcctSvcrRef>A2</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><Cdtr><Nm>Bank</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Fee</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts><BookgDt><Dt>2027-03-16</Dt></BookgDt></Ntry>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2027-03-17</Dt></BookgDt><AcctSvcrRef>B</AcctSvcrRef>
<NtryDtls><TxDtls><Amt Ccy="EUR">10.00</Amt></TxDtls><TxDtls><Amt Ccy="EUR">20.00</Amt></TxDtls></NtryDtls></Ntry>
</Stmt></BkToCstmrStmt></Document>`

it('reads OFX', () => {
  const { entries, ...about } = read(ofx1)
  expect(about).toMatchObject({ format: 'ofx', account: '02-0100-0123456-00', currency: 'NZD' })
  expect(entries).toEqual([
    { ...first, id: 'A1' },
    { ...second, reference: '', id: 'A2' },
  ])
})

it('reads QIF, with days as the file writes them', () => {
  const qif = `!Type:Bank\nD15/03/27\nT115.00\nPAroha & Sons\nNINV-0042\nMMembership\n^\nD16/3'27\nT-2.50\nPBank\nMFee\n^\n`
  const { format, entries } = read(qif)
  expect(format).toBe('qif')
  expect(entries).toEqual([
    { ...first, id: null },
    { ...second, reference: '', id: null },
  ])
})

it('reads CAMT.053: booked entries only, a batch as its payments', () => {
  const { entries, ...about } = read(camt)
  expect(about).toMatchObject({ format: 'camt', account: 'DE89370400440532013000', currency: 'EUR' })
  expect(entries.slice(0, 2)).toEqual([
    { ...first, id: 'A1' },
    { ...second, reference: '', id: 'A2' },
  ])
  expect(entries.slice(2).map(({ amount, id }) => [amount, id])).toEqual([
    [1000, 'B/1'],
    [2000, 'B/2'],
  ])
})

it('reads what banks write otherwise: OFX as XML, lists in QIF, CAMT.053 with reversals and parts that go the other way', () => {
  const xml = ofx1
    .slice(ofx1.indexOf('<OFX>'))
    .replace('115.00', '115.000')
    .replace('Aroha &amp; Sons', '<![CDATA[Aroha & Sons]]></NAME>')
  expect(read(xml).entries[0]).toMatchObject(first)
  expect(read(ofx1.replace('&amp;', '&#38;')).entries[0]).toMatchObject(first)
  expect(() => read(ofx1.replace('<TRNAMT>115.00', '<TRNAMT>1,234'))).toThrow(/no amount/)
  expect(() => read(ofx1.replace('</STMTRS>', '</STMTRS><CURDEF>AUD'))).toThrow(/in NZD and AUD/)
  const qif =
    '!Account\nNCheque\nDMy account\nTBank\n^\n!Type:Cat\nNFees\nDOf the bank\n^\n!Type:Bank\nD3/15/27\nT1\n^\n'
  expect(read(qif).entries).toMatchObject([{ day: '2027-03-15', amount: 100 }])
  expect(read('!Type:Bank\nD02/03/27\nT1\n^', { date_order: 'mdy' }).entries[0]!.day).toBe('2027-02-03')

  const entry = (more: string) => camt.replace(/<Ntry>[\s\S]*<\/Ntry>/, `<Ntry>${more}</Ntry>`)
  const returned = `<Amt Ccy="EUR">115.00000</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>BOOK</Sts>
    <BookgDt><Dt>2027-03-15</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>Aroha O&#39;Neill</Nm></Dbtr>
    <Cdtr><Nm>Our club</Nm></Cdtr></RltdPties></TxDtls></NtryDtls>`
  expect(read(entry(returned)).entries).toMatchObject([{ amount: -11_500, name: "Aroha O'Neill" }])
  const part = (amount: string, way: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd></TxDtls>`
  const batch = `<Amt Ccy="EUR">25.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2027-03-15</Dt></BookgDt>
    <NtryDtls>${part('30.00', 'CRDT')}${part('5.00', 'DBIT')}</NtryDtls>`
  expect(read(entry(batch)).entries.map(({ amount }) => amount)).toEqual([3000, -500])
  const two = entry('<Amt Ccy="EUR">1</Amt>').replace('</Stmt>', '<Ntry><Amt Ccy="CHF">1</Amt></Ntry></Stmt>')
  expect(() => read(two)).toThrow(/in EUR and CHF/)
})

it('reads CSV without a header, with a line that names its separator, and days with the name of the month', () => {
  const bare = '15/03/2027,"-25.00","FEE","+1000.00"\n16 Mar 2027,115.00,AROHA,1115.00\n'
  const { entries, columns } = read(bare)
  expect(columns.map(({ name }) => name)).toEqual(['Date', 'Amount', 'Details', 'Column 4'])
  expect(entries.map(({ day, amount }) => [day, amount])).toEqual([
    ['2027-03-15', -2500],
    ['2027-03-16', 11_500],
  ])
  const chosen = read('15/03/2027;;2,50\n16/03/2027;1.150,25;\n', { mapping: ['day', 'money_in', 'money_out'] })
  expect(chosen.entries.map(({ amount }) => amount)).toEqual([-250, 115_025])
  expect(read('sep=;\nDate;Amount\n15-Mar-27;1,50\n').entries).toMatchObject([{ day: '2027-03-15', amount: 150 }])
})

it('reads CSV by the names of its columns, or as they are chosen', () => {
  const csv = 'Date,Amount,Payee,Particulars,Memo\n15/03/2027,115.00,Aroha & Sons,INV-0042,Membership\n'
  const { entries, mapping } = read(csv)
  expect(mapping).toEqual(['day', 'amount', 'name', 'reference', 'details'])
  expect(entries).toEqual([{ ...first, id: null }])
  const two = 'Tag;Ein;Aus\n15.03.2027;1.150,25;\n16.03.2027;;2,50\n'
  expect(read(two)).toMatchObject({ entries: [], reason: 'Choose which column is the day.' })
  const chosen = read(two, { mapping: ['day', 'money_in', 'money_out'] })
  expect(chosen.entries.map(({ amount }) => amount)).toEqual([115_025, -250])
})

it('finds the header below what a bank writes of the account', () => {
  const csv = `Created date / time : 15 March 2027 / 10:11:12
Bank 12; Branch 3456; Account 0012345-00 (Streamline)
From date 20270301

Date,Unique Id,Tran Type,Cheque Number,Payee,Memo,Amount

2027/03/15,2027031501,D/C,,AROHA & SONS,INV-0042,115.00
`
  const { entries, mapping } = read(csv)
  expect(mapping).toEqual(['day', 'id', 'details', null, 'name', 'details', 'amount'])
  expect(entries).toMatchObject([{ day: '2027-03-15', amount: 11_500, name: 'AROHA & SONS', details: 'D/C INV-0042' }])
})

it.each([
  ['115', 2, 11_500],
  ['-1,234.50', 2, -123_450],
  ['1.234,5', 2, 123_450],
  ['(12.00)', 2, -1200],
  ['12.00-', 2, -1200],
  ['1,234', 2, 123_400],
  ['1,234', 3, 1234],
  ['1250', 0, 1250],
  ['NZ$ 0.10', 2, 10],
  ['12.5000', 2, 1250],
  ['12.50CR', 2, 1250],
  ['12.50 DR', 2, -1250],
  ['NZ$12.50', 2, 1250],
])('%s with %i places is %i', (text, digits, amount) => {
  expect(minorOf(text, digits, 'Line 1')).toBe(amount)
})

it('takes the day first, unless a second number shows otherwise', () => {
  expect([orderOf(['01/02/2027']), orderOf(['1/2/27', '3/15/27']), orderOf(['13/02/2027'])]).toEqual([
    'dmy',
    'mdy',
    'dmy',
  ])
})

it.each([
  ['a fraction of a cent', 'Date,Amount\n2027-03-15,1.005\n', /Line 2: “1.005” is no amount/],
  ['a day that is not there', 'Date,Amount\n31/02/2027,1.00\n', /Line 2: “31\/02\/2027” is no day/],
  ['a huge amount', 'Date,Amount\n2027-03-15,99999999999999\n', /too large/],
  ['a web page', '<html><body>Sign in</body></html>', /no statement/],
  ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><Document/>', /document type/],
  ['an OFX file without transactions', '<OFX></OFX>', /no transactions/],
])('refuses %s', (_name, text, reason) => {
  expect(() => checkRead(read(text))).toThrow(reason)
})

it('knows a line again, and keeps two that say the same', () => {
  const { entries } = read('Date,Amount\n15/03/2027,5.00\n15/03/2027,5.00\n')
  const keys = keysOf('', entries)
  expect(new Set(keys).size).toBe(2)
  expect(keysOf('', read('Date,Amount\n2027-03-15,5\n').entries)[0]).toBe(keys[0])
})
