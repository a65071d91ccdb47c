import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { DateOnly, Id, Nullable } from '#db/tables/columns.ts'
import { CpdAudit } from '#db/tables/cpd/audits/cpd_audit.ts'
import { AuditState, AuditVerdict } from '#db/tables/cpd/values.ts'
import { scope } from '../../crud/access.ts'
import { defineFilter, defineResource, equals } from '../../crud/resource.ts'
import { todayIn } from '../access.ts'
import { APPEAL_DAYS } from '../dates/appeal_days.ts'
import { EvidenceRows, evidenceOf } from '../evidence.ts'
import { readsAudits } from '../evidence_access.ts'
import { nameOf, PersonName } from '../people/names.ts'

const today = todayIn(sql.ref('cpd_audit.organisation_id'))
const appealUntil = sql<string | null>`((cpd_audit.decided_at at time zone (select o.timezone from organisation o
  where o.id = cpd_audit.organisation_id))::date + ${sql.lit(APPEAL_DAYS)}::int)`

const overdue = sql<boolean>`(cpd_audit.state in ('notified', 'more_asked') and cpd_audit.due_on < ${today})`

/** Audits of people: their own records, judged by an administrator. Steps change them (`steps.ts`), never a plain write. */
export const cpdaudit = defineResource({
  name: 'cpdaudit',
  plural: 'cpdaudits',
  noun: 'audit',
  about: 'List audits of records: your own, and for administrators everybody’s',
  table: 'cpd_audit',
  row: Type.Object({
    ...CpdAudit.columns,
    person: PersonName,
    cycle: Type.String(),
    period_start: DateOnly,
    period_end: DateOnly,
    decider: PersonName,
    overdue: Type.Boolean({ description: 'The person was to submit by an earlier day' }),
    appeal_until: Nullable(Type.Unsafe<string>({ ...DateOnly, description: 'Null unless it may be appealed against' })),
    evidence: EvidenceRows,
  }),
  computed: {
    person: nameOf('cpd_audit.user_id'),
    cycle: sql<string>`(select c.name from devcycle c where c.id = cpd_audit.devcycle_id)`,
    period_start: period('start'),
    period_end: period('end'),
    decider: nameOf('cpd_audit.decided_by'),
    overdue,
    appeal_until: sql<string | null>`case when cpd_audit.state = 'decided' and ${appealUntil} >= ${today}
      then ${appealUntil} end`,
    evidence: evidenceOf('cpd_audit'),
  },
  filters: {
    organisation_id: equals('organisation_id', Id),
    user_id: equals('user_id', Id),
    devcycle_id: equals('devcycle_id', Id),
    cpd_audit_draw_id: equals('cpd_audit_draw_id', Id),
    state: equals('state', AuditState),
    verdict: equals('verdict', AuditVerdict),
    overdue: defineFilter(Type.Boolean(), (wanted) => (wanted ? overdue : sql<SqlBool>`not ${overdue}`)),
  },
  search: ['person', 'cycle'],
  sort: { id: null, due_on: null, modified_at: null },
  default_sort: '-id',
  reads: readsAudits,
  writes: () => scope('none', sql<SqlBool>`false`),
})

/** The days that were audited: those of the person's own period, where it is kept. */
function period(side: 'start' | 'end') {
  const own = sql.ref(side === 'start' ? 'p.closed_from' : 'p.closed_to')
  return sql<string>`(select coalesce(${own}, ${sql.ref(`c.${side}`)}) from devcycle c
    left join devplan p on p.devcycle_id = c.id and p.user_id = cpd_audit.user_id where c.id = cpd_audit.devcycle_id)`
}
