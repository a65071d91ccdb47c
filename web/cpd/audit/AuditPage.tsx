import { Badge, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Notice } from '../kit/Notice.tsx'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'
import { AuditActivities } from './AuditActivities.tsx'
import { AppealAudit, AskForMore, DecideAudit, SubmitAudit } from './AuditSteps.tsx'

/** The audit of a person's records: what is asked, what was submitted, verdicts, the outcome and the steps that are left. */
export function AuditPage() {
  const { t } = useTranslation()
  const record = useRecord('cpdaudit')
  return (
    <Loaded query={record} title={t('cpd:audits.one')} missing={t('cpd:audits.missing')}>
      {(audit) => <Shown key={audit.id} audit={audit} />}
    </Loaded>
  )
}

function Shown({ audit }: { audit: Row<'cpdaudit'> }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const is_own = useSession(({ user }) => user?.id === audit.user_id)
  const decides = useManages(audit.organisation_id) && !is_own
  const { id, state, cycle, person, period_start, period_end, due_on, overdue } = audit
  const waits = state === 'notified' || state === 'more_asked'
  return (
    <Page
      title={is_own ? t('cpd:audits.own', { cycle }) : t('cpd:audits.of', { person: person ?? '', cycle })}
      actions={
        <Button component={Link} to={paths.cpdReport(audit.user_id, audit.devcycle_id)} variant="default">
          {t('cpd:report.open')}
        </Button>
      }
    >
      <Group gap="sm" mb="md">
        <Badge variant="light" color={overdue ? 'orange' : stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
        <Text c="dimmed">
          {t('cpd:dashboard.period', { start: day(period_start), end: day(period_end) })}
          {waits && ` ${t(overdue ? 'cpd:audits.overdue' : 'cpd:audits.due', { day: day(due_on) })}`}
        </Text>
      </Group>
      {state === 'more_asked' && audit.asked && (
        <Notice tone="attention" title={t('cpd:audits.asked')}>
          <LinkedText text={audit.asked} plain />
        </Notice>
      )}
      <Outcome audit={audit} />
      {audit.reply && (
        <Section title={t('cpd:audits.reply')}>
          <LinkedText text={audit.reply} plain />
        </Section>
      )}
      <EvidenceList entity="cpd_audit" entity_id={id} evidence={audit.evidence} is_own={is_own} />
      {audit.appeal && (
        <Section title={t('cpd:audits.appeal')}>
          <LinkedText text={audit.appeal} plain />
        </Section>
      )}
      <AuditActivities audit={audit} decides={decides && state !== 'decided' && state !== 'final'} is_own={is_own} />
      {is_own && waits && <SubmitAudit key={state} audit={audit} />}
      {is_own && audit.appeal_until && <AppealAudit audit={audit} until={day(audit.appeal_until)} />}
      {decides && (waits || state === 'submitted') && <AskForMore key={audit.modified_at} audit={audit} />}
      {decides && state !== 'decided' && state !== 'final' && <DecideAudit key={`decide ${state}`} audit={audit} />}
    </Page>
  )
}

function Outcome({ audit }: { audit: Row<'cpdaudit'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { busy, run } = useAction()
  const { id, verdict, reason, decided_at, first_verdict } = audit
  if (verdict === null) return null
  return (
    <Section
      title={t(`cpd:audits.verdicts.${verdict}`)}
      text={t('cpd:audits.decidedAt', { time: moment(decided_at!) })}
    >
      <LinkedText text={reason} plain />
      {first_verdict && (
        <Text c="dimmed">{t('cpd:audits.first', { verdict: t(`cpd:audits.verdicts.${first_verdict}`) })}</Text>
      )}
      <div>
        <Button
          variant="default"
          loading={busy}
          onClick={() => run(() => download('cpdaudit/letter', { id }, `audit-${id}.pdf`))}
        >
          {t('cpd:audits.letter')}
        </Button>
      </div>
    </Section>
  )
}
