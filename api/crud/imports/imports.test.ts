import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { belowTitle, guess, unitOf } from './columns.ts'
import { distance, identifier, pathOf, seconds, speed, splitTexts } from './parse.ts'
import { readTable } from './read_table.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('a table', () => {
  it.each([
    ['UTF-8', Buffer.from('a,b\nMāori,1')],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFa,b\nMāori,1')],
    ['UTF-16', utf16('a;b\r\nMāori;1')],
    ['tabs', Buffer.from('a\tb\nMāori\t1')],
  ])('is read from %s', (_, bytes) => {
    expect(readTable(bytes)).toEqual({ header: ['a', 'b'], lines: [{ number: 2, cells: ['Māori', '1'] }] })
  })

  it('is read from Windows-1252', () => {
    expect(readTable(Buffer.from('a\nRené', 'latin1')).lines[0]!.cells).toEqual(['René'])
  })

  it('has the numbers of the lines of the file, over empty lines and cells with several', () => {
    const { lines } = readTable(Buffer.from('a;b\r\n\r\nA;"one\ntwo"\r\n;\r\nB;three\r\n'))
    expect(lines.map(({ number, cells }) => [number, cells[0]])).toEqual([
      [3, 'A'],
      [6, 'B'],
    ])
  })

  it('is read from a workbook: texts, numbers, days, switches; hidden sheets and other ones are left out', () => {
    const sheet = `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Day &amp; time</t></is></c><c r="D1" t="str"><f>1</f><v>D</v></c></row>
      <row r="3"><c r="A3" t="s"><v>1</v></c><c r="B3" s="1"><v>45658.5</v></c><c r="C3" t="b"><v>1</v></c><c r="D3"><f>A1*2</f><v>0.30000000000000004</v></c></row>
      <row r="4"><c r="A4"><v>356938035643809</v></c><c r="B4" s="1"><v>45658</v></c><c r="D4"><v>3.5E18</v></c></row>
      </sheetData></worksheet>`
    expect(readTable(workbook(sheet))).toEqual({
      header: ['IMEI', 'Day & time', '', 'D'],
      lines: [
        { number: 3, cells: ['0123', '2025-01-01T12:00:00', 'true', '0.3'] },
        { number: 4, cells: ['356938035643809', '2025-01-01', '', '3.5e+18'] },
      ],
    })
  })

  it('has the value of cells that are merged over several lines in each, and says which formulas have no result', () => {
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = `<worksheet><sheetData>
      <row r="1">${cell('A1', 'IMEI')}${cell('B1', 'Group')}</row>
      <row r="2">${cell('A2', 'a')}${cell('B2', 'North')}</row><row r="3">${cell('A3', 'b')}<c r="B3"/></row>
      <row r="4"/><row r="5">${cell('A5', 'c')}<c r="B5"><f>VLOOKUP(A5,X,2)</f></c></row>
      </sheetData><mergeCells><mergeCell ref="B2:B4"/><mergeCell ref="A1:A2"/></mergeCells></worksheet>`
    const { lines } = readTable(workbook(sheet))
    expect(lines.map(({ cells }) => cells)).toEqual([
      ['a', 'North'],
      ['b', 'North'],
      ['c', ''],
    ])
    expect(lines.map(({ unread }) => [...(unread?.keys() ?? [])])).toEqual([[], [], [1]])
  })

  it('is read from CSV that says its separator, with numbers as other programs write them', () => {
    const text = 'sep=;\r\nIMEI;Phone;Name\r\n="0123";64215551234.0;"=""021"""\r\n\u200b42;1.0;\'=1\r\n'
    expect(readTable(Buffer.from(text)).lines).toEqual([
      { number: 3, cells: ['0123', '64215551234', '021'] },
      { number: 4, cells: ['42', '1.0', '=1'] },
    ])
  })

  it('may have its header below a title', () => {
    const columns = { number: { required: true as const, aliases: ['imei'] }, name: {} }
    const titled = readTable(Buffer.from('Fleet 2026,\n,\nIMEI,Name\n1,a\n'))
    expect(belowTitle({ columns }, titled)).toEqual({
      header: ['IMEI', 'Name'],
      lines: [{ number: 4, cells: ['1', 'a'] }],
    })
    const unknown = readTable(Buffer.from('Numero,Nom\n1,a\n'))
    expect(belowTitle({ columns }, unknown)).toBe(unknown)
  })

  it('is refused where its workbook unpacks to too much', () => {
    expect(() => readTable(workbook(' '.repeat(20_000_000)))).toThrow(/too large/)
  })
})

it.each([
  [
    ['Speed limit (km/h)', 'IMEI', 'Rōpū', 'x', 'imei'],
    ['speed_limit', 'number', 'group', null, null],
  ],
  [
    ['SPEED_LIMIT', 'number'],
    ['speed_limit', 'number'],
  ],
  [
    ['id', 'IMEI', 'number', 'Limit in km/h'],
    [null, null, 'number', 'speed_limit'],
  ],
  [
    ['id', 'speed_limit_mph'],
    ['number', 'speed_limit'],
  ],
])('%j are guessed', (header, fields) => {
  const columns = {
    number: { aliases: ['imei', 'id'] },
    group: { aliases: ['rōpū'] },
    speed_limit: { aliases: ['limit'] },
  }
  expect(guess({ columns }, header)).toEqual(fields)
})

it.each([
  ['90', null, 25],
  ['90 km/h', 'mph', 25],
  ['50', 'mph', 22.35],
  ['10,5', 'm/s', 10.5],
  ['10', 'knots', 5.14],
  ['90 km / h', null, 25],
  ['90', 'km', 25],
])('the speed %s with a header of %s is %d m/s', (text, unit, expected) => {
  expect(speed('speed_limit', text, unit, 'km/h')).toBe(expected)
})

it('a speed out of range is refused in its own unit', () => {
  expect(() => speed('speed_limit', '9999', 'mph', 'km/h')).toThrow('9999 is not between 3 and 335 mph')
  expect(() => speed('speed_limit', '0', null, 'km/h')).toThrow('0 is not between 4 and 540 km/h')
})

it.each(['fast', '-5', '80 parsecs', ''])('%j is no speed', (text) => {
  expect(() => speed('speed_limit', text, null, 'km/h')).toThrow('speed_limit')
})

it.each<[string, string | null, 'km/h' | 'mph', number]>([
  ['10000', null, 'km/h', 10_000_000],
  ['10 000 km', null, 'mph', 10_000_000],
  ['1,234', 'mi', 'km/h', 1_985_930],
  ["12'500,5", null, 'km/h', 12_500_500],
  ['1.234.567', 'm', 'km/h', 1_234_567],
  ['100', null, 'mph', 160_934],
])('%j with the header %j, speeds in %s, is %d m', (text, unit, speed_unit, expected) => {
  expect(distance('odometer', text, { unit, speed_unit })).toBe(expected)
})

it.each(['far', '-5', '10 parsecs', '1.2.3.4'])('%j is no distance', (text) => {
  expect(() => distance('odometer', text, { unit: null, speed_unit: 'km/h' })).toThrow('odometer')
})

it('numbers that lost digits are refused, others stay texts', () => {
  expect(identifier('number', '0123456789012')).toBe('0123456789012')
  for (const text of ['3.56E+14', '3,56938E+14', '3.5e17']) expect(() => identifier('number', text)).toThrow(/digits/)
})

it('reads times, and lists as they are exported', () => {
  expect(['90', '0:01:30', '1899-12-30T01:00:05'].map(seconds)).toEqual(['90', 90, 3605])
  expect(splitTexts('a, b; c|')).toEqual(['a', 'b', 'c'])
  expect(splitTexts('[{"id":1,"name":"a, b"},"c"]')).toEqual(['a, b', 'c'])
  expect(splitTexts('[x')).toEqual(['[x'])
})

it('reads units of headers and paths of groups', () => {
  expect(unitOf('Limit [MPH]')).toBe('mph')
  expect(unitOf('Limit')).toBeNull()
  expect(pathOf('North > Depot>Bay')).toEqual(['North', 'Depot', 'Bay'])
  expect(pathOf('North / Depot')).toEqual(['North', 'Depot'])
  expect(pathOf('North\\Depot → Bay')).toEqual(['North', 'Depot', 'Bay'])
  expect(pathOf('A/B')).toEqual(['A/B'])
})

/** A workbook whose second sheet is the first that is visible. */
function workbook(sheet: string): Buffer {
  return zip({
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Old" state="hidden" r:id="r1"/><sheet name="Now" r:id="r2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/sharedStrings.xml': '<sst><si><t>IMEI</t></si><si><r><t>01</t></r><r><t>23</t></r></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    'xl/worksheets/sheet2.xml': sheet,
  })
}

function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const packed = deflateRawSync(Buffer.from(text))
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, Buffer.from(name))
    parts.push(local, Buffer.from(name), packed)
    at += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...directory, end])
}
