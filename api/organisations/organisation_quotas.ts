import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id, Nullable } from '#db/tables/columns.ts'
import { OrganisationQuota } from '#db/tables/organisations/organisation_quota.ts'
import { defineAction } from '../crud/action.ts'
import { audit } from '../crud/audit.ts'
import { organisationFor } from '../crud/belonging.ts'
import { organisationQuotas } from '../crud/quotas.ts'
import { transact } from '../crud/transact.ts'
import { AppError, wrong } from '../http/errors.ts'
import { QuotaUsage, quotaUsageOf } from './usage.ts'

const { name, most } = OrganisationQuota.columns
const QuotasBody = Type.Object(
  {
    organisation_id: Id,
    trusted: Type.Optional(Type.Boolean({ description: 'Whether the limits of a new organisation are lifted' })),
    quotas: Type.Optional(
      Type.Record(name, Nullable(most), {
        maxProperties: 100,
        description: 'By name; null is the default of the installation',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Quotas of an organisation are set by platform administrators. */
export const setOrganisationQuotas = defineAction({
  method: 'POST',
  path: 'organisation/quotas',
  tags: ['organisations'],
  summary: 'Set the quotas of an organisation',
  body: QuotasBody,
  answer: QuotaUsage,
  message: 'The quotas have been saved.',
  async run({ context, viewer, body: { organisation_id, trusted, quotas = {} } }) {
    organisationFor(viewer, organisation_id)
    if (!viewer.platform_admin) throw new AppError('forbidden', 'Only administrators of the platform set quotas.')
    const unknown = Object.keys(quotas).find((quota) => !organisationQuotas().includes(quota))
    if (unknown) throw wrong('quotas', `There is no quota ${unknown} of an organisation.`)
    await transact(context, async (trx) => {
      const organisation = await trx
        .updateTable('organisation')
        .set(
          trusted === undefined
            ? { id: organisation_id }
            : { trusted_at: trusted ? sql`coalesce(trusted_at, now())` : null },
        )
        .where('id', '=', organisation_id)
        .returning('id')
        .executeTakeFirst()
      if (!organisation) throw new AppError('not_found', 'There is no such organisation.', 'organisation_id')
      for (const [name, figure] of Object.entries(quotas)) {
        if (figure === null) {
          await trx
            .deleteFrom('organisation_quota')
            .where('organisation_id', '=', organisation_id)
            .where('name', '=', name)
            .execute()
        } else {
          await trx
            .insertInto('organisation_quota')
            .values({ organisation_id, name, most: figure })
            .onConflict((on) => on.columns(['organisation_id', 'name']).doUpdateSet({ most: figure }))
            .execute()
        }
      }
      const details = { ...quotas, ...(trusted !== undefined && { trusted }) }
      await audit(trx, viewer, 'organisation.quotas', {
        organisation_id,
        entity: 'organisation',
        entity_id: organisation_id,
        details,
      })
    })
    return quotaUsageOf(context.db, organisation_id, context.config.quotas)
  },
})
