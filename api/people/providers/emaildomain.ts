import { randomBytes } from 'node:crypto'
import dns from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Trx } from '#db/database.ts'
import { Id } from '#db/tables/columns.ts'
import { EmailDomain } from '#db/tables/people/providers/email_domain.ts'
import { ofAdministrator } from '../../crud/access.ts'
import { defineAction } from '../../crud/action.ts'
import { audit } from '../../crud/audit.ts'
import { administeredFor } from '../../crud/belonging.ts'
import { read } from '../../crud/crud.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { transact } from '../../crud/transact.ts'
import { AppError, wrong } from '../../http/errors.ts'

const { token: _, ...columns } = EmailDomain.columns
const { domain } = columns

/** The domains of an organisation's addresses. Its identity providers speak for addresses of verified ones only. */
export const emaildomain = defineResource({
  name: 'emaildomain',
  plural: 'emaildomains',
  noun: 'domain',
  about: 'List the domains of addresses that identity providers of an organisation speak for',
  table: 'email_domain',
  row: Type.Object({
    ...columns,
    record_name: Type.String({ description: 'Where the name server of the domain has to show `record_text`, as TXT' }),
    record_text: Type.String(),
  }),
  computed: {
    record_name: sql<string>`('_ringfence.' || email_domain.domain)`,
    record_text: sql<string>`('ringfence-verification=' || email_domain.token)`,
  },
  filters: { organisation_id: equals('organisation_id', Id) },
  search: ['domain'],
  sort: { id: null },
  default_sort: 'id',
  reads: (viewer) => ofAdministrator(viewer, 'email_domain.organisation_id'),
  writes: (viewer) => ofAdministrator(viewer, 'email_domain.organisation_id'),
  quota: { organisation: 'email_domains' },

  create: {
    body: bodyOf({ domain }, { organisation_id: Id }),
    run: (trx, viewer, body) =>
      rows(trx, 'email_domain').insert({
        organisation_id: administeredFor(viewer, body.organisation_id),
        domain: nameOf(body.domain),
        token: randomBytes(24).toString('base64url'),
      }),
  },
  remove: (trx, _viewer, target) => rows(trx, 'email_domain').remove(target),
})

/** Asks the name server of a domain whether it is the organisation's. */
export const verifyDomain = defineAction({
  method: 'POST',
  path: 'emaildomain/verify',
  config: { lasting: true },
  tags: ['emaildomains'],
  summary: 'Verify a domain by the TXT record that its name server shows',
  description: 'A platform administrator may confirm one without it (`without_record`), such as that of an intranet.',
  body: Type.Object({ id: Id, without_record: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  answer: emaildomain.row,
  message: 'The domain is verified.',
  async run({ context, viewer, body: { id, without_record = false } }) {
    const found = await context.db
      .selectFrom('email_domain')
      .select(['organisation_id', 'domain', 'token'])
      .where('id', '=', id)
      .where(emaildomain.writes(viewer))
      .executeTakeFirst()
    if (!found) throw new AppError('not_found', 'There is no such domain.', 'id')
    if (without_record && !viewer.platform_admin) {
      throw new AppError('forbidden', 'without_record: is for platform administrators.', 'without_record')
    }
    if (!without_record) await checkRecord(found.domain, found.token)
    await transact(context, async (trx) => {
      await markVerified(trx, id)
      const { organisation_id } = found
      const details = { domain: found.domain, ...(without_record && { by: 'platform administrator' }) }
      await audit(trx, viewer, 'emaildomain.verify', { organisation_id, entity: 'emaildomain', entity_id: id, details })
    })
    return read(context.db, emaildomain, viewer, id)
  },
})

/** @throws {AppError} conflict where another organisation has it */
async function markVerified(trx: Trx, id: number): Promise<void> {
  const taken = await trx
    .selectFrom('email_domain as other')
    .innerJoin('email_domain as own', 'own.domain', 'other.domain')
    .select('other.id')
    .where('own.id', '=', id)
    .where('other.id', '!=', id)
    .where('other.verified_at', 'is not', null)
    .executeTakeFirst()
  if (taken) throw new AppError('conflict', 'Another organisation has verified this domain.', 'id')
  await trx
    .updateTable('email_domain')
    .set({ verified_at: sql`now()`, modified_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function checkRecord(name: string, token: string): Promise<void> {
  // The default one waits for more than a minute.
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  resolver.setServers(dns.getServers())
  const expected = `ringfence-verification=${token}`
  const texts = await resolver.resolveTxt(`_ringfence.${name}`).catch((error: NodeJS.ErrnoException) => {
    if (['ENOTFOUND', 'ENODATA'].includes(error.code ?? '')) return []
    throw new AppError('not_possible', `The name server of ${name} does not answer. Please try again.`, 'id')
  })
  if (texts.some((parts) => parts.join('') === expected)) return
  const seen = texts.length > 0 ? 'has another text' : 'is not there yet'
  throw new AppError(
    'not_possible',
    `The TXT record _ringfence.${name} ${seen}. A new one may take an hour to show.`,
    'id',
  )
}

function nameOf(text: string): string {
  const name = text.trim().toLowerCase().replace(/^@/, '')
  const labels = name.split('.')
  const is_name = labels.length > 1 && name.length <= 253 && labels.every((label) => LABEL.test(label))
  if (!is_name || /^\d+$/.test(labels.at(-1)!)) throw wrong('domain', 'is not a domain, such as example.com.')
  return name
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
