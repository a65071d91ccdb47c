import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { DateOnly, Nullable } from '#db/tables/columns.ts'
import { defineAction } from '../../crud/action.ts'
import { networkOf } from '../../http/addresses/network_of.ts'
import { takeAttempt } from '../../http/attempts.ts'
import { AppError } from '../../http/errors.ts'

const Checked = Type.Object({
  valid: Type.Boolean(),
  person: Type.String(),
  number: Type.String({ description: 'The registration number' }),
  organisation: Type.String(),
  cycle: Type.String(),
  standard: Type.String(),
  start: DateOnly,
  end: DateOnly,
  issued_on: DateOnly,
  withdrawn_on: Nullable(DateOnly),
})

/** For who is shown a certificate: what it says, and whether it still holds. The code is in the body, so in no log. */
export const checkCertificate = defineAction({
  method: 'POST',
  path: 'cpdcertificate/check',
  public: true,
  tags: ['cpdcertificates'],
  summary: 'Check a certificate by its code, without an account',
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, { additionalProperties: false }),
  answer: Checked,
  status: 200,
  config: { rateLimit: { max: 60, timeWindow: 60_000 } },
  async run({ context: { db }, body, request }) {
    const code = normalised(body.code)
    const { rows } = await sql<Static<typeof Checked>>`
      select c.withdrawn_at is null as valid, c.person, c.number, c.organisation, c.cycle, c.standard,
        c.start::text, c."end"::text, (c.issued_at at time zone o.timezone)::date::text as issued_on,
        (c.withdrawn_at at time zone o.timezone)::date::text as withdrawn_on
      from cpd_certificate c join organisation o on o.id = c.organisation_id where c.code = ${code}`.execute(db)
    if (rows[0]) return rows[0]
    await takeAttempt(db, 'token_address', networkOf(request.ip))
    throw new AppError('not_found', 'There is no certificate with this code.', 'code')
  },
})

/** As people type it: in any case, with spaces and dashes, and letters that look like digits. */
const normalised = (code: string) =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
