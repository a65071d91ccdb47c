import { expect, it } from 'vitest'
import { drive, framesOf } from '../../../tests/gateway/protocols/frames/read.ts'
import { protocols } from '../index.ts'
import { alarms, vocabulary } from './vocabulary.ts'

/** `npm test -- --project unit vocabulary -u` writes it again. */
it('is written down in ATTRIBUTES.md', async () => {
  const table = (heads: [string, string], rows: Record<string, string>) =>
    [`| ${heads.join(' | ')} |`, '| --- | --- |', ...Object.entries(rows).map(([a, b]) => `| \`${a}\` | ${b} |`)].join(
      '\n',
    )
  await expect(
    [
      '# Device attributes',
      'A report’s `attributes`: the same name and unit for all devices. What a device does not send is left out.',
      table(['attribute', 'meaning'], vocabulary),
      '## Alarms',
      'Values of `alarm`. A device’s own word without an equivalent here is passed on.',
      table(['alarm', 'meaning'], alarms),
      '',
    ].join('\n\n'),
  ).toMatchFileSnapshot('../ATTRIBUTES.md')
})

it.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
  'has a name for every attribute in the recorded messages of %s',
  (_, protocol) => {
    const known = Object.keys(vocabulary).map(
      (name) => new RegExp(`^${name.replace('<n>', '\\d+').replace('<name>', '\\S+')}$`),
    )
    const names = framesOf(protocol.name).flatMap((row) =>
      drive(protocol, Buffer.from(row.wire_hex, 'hex'), 1e9, { forgive: true }).messages.flatMap(({ reports }) =>
        reports.flatMap(({ attributes }) => Object.keys(attributes ?? {})),
      ),
    )
    expect([...new Set(names)].filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([])
  },
)
