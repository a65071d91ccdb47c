import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { BankFormat, CurrencyCode, SignedAmount } from '#db/tables/billing/values.ts'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import type { ApiContext } from '../../context.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { MOST_COLUMNS } from '../../crud/imports/read_table.ts'
import { checkQuota } from '../../crud/quotas.ts'
import { transact } from '../../crud/transact.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { wrong } from '../../http/errors.ts'
import { billingAdministered } from '../access.ts'
import { digitsOf } from '../books/checks.ts'
import { checkRead, csvFields, keysOf, MOST_LINES, type Read, readBankFile } from './read_file.ts'

const MOST_BYTES = 2_000_000
const SAMPLES = 5
const Field = Type.Unsafe<(typeof csvFields)[number]>(Type.String({ enum: [...csvFields] }))

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, description: 'Of the file' }),
    file: Type.String({
      minLength: 1,
      maxLength: Math.ceil(MOST_BYTES / 3) * 4,
      contentEncoding: 'base64',
      description: `The bytes of an OFX, QIF, CAMT.053, CSV or XLSX file in base64, at most ${MOST_BYTES} bytes and ${MOST_LINES} lines`,
    }),
    organisation_id: Type.Optional(Id),
    currency: Type.Optional({
      ...CurrencyCode,
      description: 'Of the account, where the file does not say; that of the billing settings if not given',
    } as typeof CurrencyCode),
    mapping: Type.Optional(
      Type.Array(Nullable(Field), {
        maxItems: MOST_COLUMNS,
        description: 'Of CSV: what each column is, null to leave it out; guessed by the header without it',
      }),
    ),
    date_order: Type.Optional(
      Type.Unsafe<'dmy' | 'mdy'>(Type.String({ enum: ['dmy', 'mdy'], description: 'Guessed without it' })),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Reads the file, and writes nothing' })),
  },
  { additionalProperties: false },
)
const Answer = Type.Object({
  id: Nullable(Id),
  format: BankFormat,
  account: Type.String(),
  currency: Type.String(),
  digits: Type.Integer({ description: 'Places of the currency' }),
  columns: Type.Array(Type.Object({ name: Type.String(), sample: Type.String() })),
  mapping: Type.Array(Nullable(Field)),
  reason: Nullable(Type.String({ description: 'Why the columns are not enough' })),
  lines: Type.Integer(),
  known: Type.Integer({ description: 'Lines that were imported before' }),
  samples: Type.Array(
    Type.Object({
      day: DateOnly,
      amount: SignedAmount,
      name: Type.String(),
      reference: Type.String(),
      details: Type.String(),
    }),
  ),
})

export const importStatement = defineAction({
  method: 'POST',
  path: 'bankstatement/import',
  tags: ['bankstatements'],
  summary: 'Import a statement of a bank; a line that is there already is not written again',
  body: Body,
  answer: Answer,
  status: 200,
  run: ({ context, viewer, body }) => importFile(context, viewer, body),
})

async function importFile(
  context: ApiContext,
  viewer: Viewer,
  body: Static<typeof Body>,
): Promise<Static<typeof Answer>> {
  const { db } = context
  const organisation_id = await billingAdministered(db, viewer, body.organisation_id)
  const own = await db
    .selectFrom('billing_config')
    .select('currency')
    .where('organisation_id', '=', organisation_id)
    .executeTakeFirstOrThrow()
  const bytes = Buffer.from(body.file, 'base64')
  // The file says its currency itself, whose places are needed to read it.
  let currency = body.currency ?? own.currency
  let read = readBankFile(bytes, await digitsOf(db, currency), body)
  if (read.currency && read.currency !== currency) {
    if (body.currency) throw wrong('currency', `the file is in ${read.currency}.`)
    currency = read.currency
    read = readBankFile(bytes, await digitsOf(db, currency), body)
  }
  const { entries, ...about } = read
  const keys = keysOf(read.account, entries)
  const answer = {
    ...about,
    currency,
    digits: await digitsOf(db, currency),
    lines: entries.length,
    samples: entries.slice(0, SAMPLES).map(({ id: _, ...sample }) => sample),
  }
  if (body.dry_run) return { ...answer, id: null, known: await countKnown(context, organisation_id, keys) }
  checkRead(read)
  if (entries.length === 0) throw wrong('file', 'there are no lines.')
  return transact(context, async (trx) => {
    const made = await writeStatement(
      trx,
      { organisation_id, currency, name: body.name, user_id: viewer.user_id },
      read,
      keys,
    )
    if (made.id !== null) {
      const about = { organisation_id, entity: 'bankstatement', entity_id: made.id }
      await audit(trx, viewer, 'bankstatement.import', about)
    }
    return { ...answer, ...made }
  })
}

async function writeStatement(trx: Trx, of: Of, { format, account, entries }: Read, keys: string[]) {
  const { organisation_id, currency, name, user_id: created_by_user_id } = of
  const { id } = await trx
    .insertInto('bank_statement')
    .values({ organisation_id, name, format, account, currency, created_by_user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  let written = 0
  for (let i = 0; i < entries.length; i += 500) {
    const values = entries
      .slice(i, i + 500)
      .map(({ id: _, ...entry }, n) => ({
        ...entry,
        organisation_id,
        currency,
        bank_statement_id: id,
        bank_key: keys[i + n]!,
      }))
    const rows = await trx
      .insertInto('bank_line')
      .values(values)
      .onConflict((on) => on.columns(['organisation_id', 'bank_key']).doNothing())
      .returning('id')
      .execute()
    written += rows.length
  }
  // A file that has nothing new leaves nothing.
  if (written > 0) await checkQuota(trx, 'bank_lines', { id: organisation_id })
  else await trx.deleteFrom('bank_statement').where('id', '=', id).execute()
  return { id: written === 0 ? null : id, known: entries.length - written }
}

async function countKnown({ db }: ApiContext, organisation_id: number, keys: string[]): Promise<number> {
  if (keys.length === 0) return 0
  const { rows } = await sql<{ known: number }>`select count(*)::int as known from bank_line
    where organisation_id = ${organisation_id} and bank_key in (${sql.join(keys)})`.execute(db)
  return rows[0]!.known
}

type Of = { organisation_id: number; currency: string; name: string; user_id: number }
