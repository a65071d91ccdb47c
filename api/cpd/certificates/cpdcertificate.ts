import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#db/tables/columns.ts'
import { CpdCertificate } from '#db/tables/cpd/cpd_certificate.ts'
import { scope } from '../../crud/access.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { readsOwnOrAdministered } from '../evidence_access.ts'

/** Certificates: one's own, and administrators' as members. They are issued by actions, and withdrawn with their results. */
export const cpdcertificate = defineResource({
  name: 'cpdcertificate',
  plural: 'cpdcertificates',
  noun: 'certificate',
  about: 'List certificates of having met a cycle: your own, and for administrators everybody’s',
  table: 'cpd_certificate',
  row: Type.Object({ ...CpdCertificate.columns, valid: Type.Boolean({ description: 'It was not withdrawn' }) }),
  computed: { valid: sql<boolean>`(cpd_certificate.withdrawn_at is null)` },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devcycle_id: equals('devcycle_id', Id),
    devplan_id: equals('devplan_id', Id),
    valid: defineFilter(Type.Boolean(), (valid) =>
      valid
        ? sql<SqlBool>`cpd_certificate.withdrawn_at is null`
        : sql<SqlBool>`cpd_certificate.withdrawn_at is not null`,
    ),
  },
  search: ['person', 'number', 'code'],
  sort: { id: null, issued_at: null },
  default_sort: '-id',
  reads: (viewer) => readsOwnOrAdministered(viewer, 'cpd_certificate'),
  writes: () => scope('none', sql<SqlBool>`false`),
})
