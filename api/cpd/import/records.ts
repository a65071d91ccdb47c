import type { Trx } from '#db/database.ts'
import type { Resource } from '../../crud/resource.ts'
import type { Viewer } from '../../crud/viewer.ts'
import { AppError } from '../../http/errors.ts'
import { devactivity } from '../activities/devactivity.ts'
import { procedure } from '../procedures/procedure.ts'
import { makeCheck, toBody } from './cells.ts'
import type { Importer } from './importer.ts'

/** Activities and procedures: the person's own, as if they were recorded one by one. */
export const activities = recordsOf(devactivity as unknown as Resource)
export const procedures = recordsOf(procedure as unknown as Resource)

function recordsOf(resource: Resource): Importer {
  const { body, run } = resource.create!
  const check = makeCheck(body)
  return {
    resource: resource.name,
    columns: Object.keys(body.properties).filter((name) => name !== 'organisation_id'),
    quota: resource.quota ?? {},
    async begin(trx, { viewer, organisation_id, date_order, lines }) {
      const codes = await categoryCodes(trx, organisation_id)
      const convert = { credits: (text: string) => creditsOf(text, codes) }
      const arrived = await arrivedOf(trx, resource.name as 'devactivity', viewer, lines)
      return async (line) => {
        const values = { ...toBody(line, body.properties, { date_order, convert }), organisation_id }
        check(values)
        if (arrived.has((values as { client_key?: string }).client_key ?? '')) return 'existing'
        await run(trx, viewer, values, undefined)
        return 'created'
      }
    },
  }
}

/** Keys of lines that an earlier import has created. */
async function arrivedOf(
  trx: Trx,
  table: 'devactivity' | 'procedure',
  viewer: Viewer,
  lines: { client_key?: string }[],
): Promise<Set<string | null>> {
  const keys = lines.flatMap(({ client_key }) => (client_key ? [client_key.trim()] : []))
  if (keys.length === 0) return new Set()
  const found = await trx
    .selectFrom(table)
    .select('client_key')
    .where('user_id', '=', viewer.user_id)
    .where('client_key', 'in', keys)
    .execute()
  return new Set(found.map(({ client_key }) => client_key))
}

/** Codes of categories with hours, such as `EA:2;RP:1.5`. */
function creditsOf(text: string, codes: Map<string, number>) {
  return text.split(';').map((part) => {
    const [code = '', hours = ''] = part.split(':').map((one) => one.trim())
    const devcategory_id = codes.get(code.toLowerCase())
    if (devcategory_id === undefined) {
      throw new AppError('bad_request', `credits: there is no category ${code.slice(0, 50)}.`, 'credits')
    }
    return { devcategory_id, hours: Number(hours.replace(',', '.')) }
  })
}

async function categoryCodes(trx: Trx, organisation_id: number): Promise<Map<string, number>> {
  const categories = await trx
    .selectFrom('devcategory')
    .select(['id', 'code'])
    .where('organisation_id', '=', organisation_id)
    .execute()
  return new Map(categories.map(({ id, code }) => [code.toLowerCase(), id]))
}
