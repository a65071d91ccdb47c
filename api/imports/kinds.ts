import { Type } from 'typebox'
import type { Feature } from '#db/tables/organisations/organisation_config.ts'
import { defineAction } from '../crud/action.ts'
import type { Conflicts } from '../crud/conflicts.ts'
import type { Domain } from '../crud/domain.ts'
import { featureOff } from '../crud/features.ts'
import type { ImportKind } from '../crud/imports/kind.ts'
import type { Viewer } from '../crud/viewer.ts'
import { wrong } from '../http/errors.ts'

const kinds = new Map<string, { kind: ImportKind; feature: Feature | undefined; conflicts: Conflicts }>()

/** Takes what can be imported, by the name of its resource. */
export function takeKinds(domains: Domain[]): void {
  for (const { imports = [], feature, conflicts = {} } of domains) {
    for (const kind of imports) kinds.set(kind.resource.name, { kind, feature, conflicts })
  }
}

/** @throws {AppError} bad_request for another kind, not_implemented where the organisation has not its feature */
export function kindOf(name: string, viewer: Viewer, organisation_id: number) {
  const found = kinds.get(name)
  if (!found) throw wrong('kind', `must be one of ${[...kinds.keys()].join(', ')}.`)
  const membership = viewer.memberships.find((each) => each.organisation_id === organisation_id)
  if (found.feature && membership && !membership.features.includes(found.feature)) throw featureOff(found.feature)
  return found
}

/** What can be imported, and the columns that a file may have. */
export const listKinds = defineAction({
  method: 'GET',
  path: 'import/kinds',
  tags: ['imports'],
  summary: 'What can be imported, with the columns that a file may have',
  answer: Type.Array(
    Type.Object({
      kind: Type.String(),
      columns: Type.Array(Type.Object({ name: Type.String(), required: Type.Boolean() })),
    }),
  ),
  async run() {
    return [...kinds.values()].map(({ kind: { resource, columns } }) => ({
      kind: resource.name,
      columns: Object.entries(columns).map(([name, { required = false }]) => ({ name, required })),
    }))
  },
})
