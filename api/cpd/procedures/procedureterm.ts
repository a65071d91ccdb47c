import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { ProcedureTerm } from '#db/tables/cpd/procedure_term.ts'
import { checkName, Name } from '../../crud/checks.ts'
import { bodyOf, defineResource, equals } from '../../crud/resource.ts'
import { rows } from '../../crud/rows.ts'
import { cpdAdministered, readsDefinitions, writesDefinitions } from '../access.ts'

const { kind, code, snomed_id, active } = ProcedureTerm.columns

export const procedureterm = defineResource({
  name: 'procedureterm',
  plural: 'procedureterms',
  noun: 'term',
  about: 'List the words that procedures use: modalities, regions, types and structures',
  table: 'procedure_term',
  row: ProcedureTerm.row,
  filters: {
    organisation_id: equals('organisation_id', Id),
    kind: equals('kind', kind),
    active: equals('active', Type.Boolean()),
  },
  search: ['code', 'name', 'snomed_id'],
  sort: { id: null, name: null, code: null },
  default_sort: 'name',
  reads: (viewer) => readsDefinitions(viewer, 'procedure_term'),
  writes: (viewer) => writesDefinitions(viewer, 'procedure_term'),
  quota: { organisation: 'cpd_definitions' },

  create: {
    body: bodyOf({ kind, code, name: Name }, { snomed_id, active, organisation_id: Id }),
    async run(trx, viewer, body) {
      const organisation_id = await cpdAdministered(trx, viewer, body.organisation_id)
      const names = { code: checkName(body.code, 'code'), name: checkName(body.name) }
      return rows(trx, 'procedure_term').insert({ ...body, ...names, organisation_id })
    },
  },
  update: {
    body: bodyOf({}, { code, name: Name, snomed_id, active }),
    run: (trx, _viewer, body) =>
      rows(trx, 'procedure_term').update({ ...body, code: checkName(body.code, 'code'), name: checkName(body.name) }),
  },
  remove: (trx, _viewer, target) => rows(trx, 'procedure_term').remove(target),
})
