import { Badge, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { keys } from '../keys.ts'
import { EvidenceLink } from '../kit/EvidenceList.tsx'
import classes from '../plan/Goals.module.css'

const verdicts = ['accepted', 'rejected', 'more_asked'] as const
const MOST = 500

/** The activities of the audited days with their evidence, and what was judged of each. */
export function AuditActivities({ audit, decides, is_own }: Props) {
  const { t } = useTranslation()
  const { user_id, organisation_id, devcycle_id, period_start, period_end } = audit
  const { data } = useQuery({
    queryKey: keys.activitiesOfCycle(organisation_id, user_id, devcycle_id),
    queryFn: async () => {
      const query = { organisation_id, user_id, from: period_start, sort: '-completed_on', limit: MOST } as const
      return (await guarded(client.list('devactivity', query))).data
    },
    staleTime: 0,
  })
  const activities = (data ?? []).filter(
    ({ completed_on, state }) => completed_on !== null && completed_on <= period_end && state !== 'draft',
  )
  if (data && activities.length === 0) return <Text my="md">{t('cpd:audits.noActivities')}</Text>
  return (
    <Section title={t('cpd:activities.title')} apart>
      <ul className={classes.list}>
        {activities.map((activity) => (
          <li key={activity.id} className={classes.goal}>
            <Activity activity={activity} is_own={is_own} />
            <Judgement audit={audit} activity_id={activity.id} decides={decides} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Activity({ activity, is_own }: { activity: Row<'devactivity'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const { id, target, completed_on, hours, evidence, attended } = activity
  // Its evidence is not shown to others, who do not know whether there is some.
  const is_hidden = activity.private && !is_own
  return (
    <div className={classes.head}>
      <span className={classes.text}>
        <Link to={paths.activity({ id })}>{target || t('cpd:audits.private')}</Link>
        <Text c="dimmed" size="sm">
          {completed_on && day(completed_on)} · {hours} h
          {evidence.map(({ file_id, name }) => (
            <span key={file_id}>
              {' · '}
              <EvidenceLink entity="devactivity" entity_id={id} file_id={file_id} is_own={is_own}>
                {name}
              </EvidenceLink>
            </span>
          ))}
          {attended
            ? ` · ${t('cpd:events.ofOther', { time: moment(attended.recorded_at) })}`
            : evidence.length === 0 && !is_hidden && ` · ${t('cpd:audits.noEvidence')}`}
          {activity.private && ` · ${t(is_own ? 'cpd:audits.ownPrivate' : 'cpd:audits.hidden')}`}
        </Text>
      </span>
    </div>
  )
}

function Judgement({ audit, activity_id, decides }: { audit: Row<'cpdaudit'>; activity_id: number; decides: boolean }) {
  const { t } = useTranslation()
  const judged = audit.activities.find(({ devactivity_id }) => devactivity_id === activity_id)
  const [open, setOpen] = useState(false)
  const colour = { accepted: 'teal', rejected: 'red', more_asked: 'orange' }[judged?.verdict ?? 'accepted']
  return (
    <>
      <Group gap="sm">
        {judged && (
          <Badge variant="light" color={colour}>
            {t(`cpd:audits.activity.${judged.verdict}`)}
          </Badge>
        )}
        {judged?.reason && <Text size="sm">{judged.reason}</Text>}
        {decides && !open && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t(judged ? 'cpd:audits.judgeAgain' : 'cpd:audits.judge')}
          </Button>
        )}
      </Group>
      {open && <Judge audit={audit} activity_id={activity_id} judged={judged} done={() => setOpen(false)} />}
    </>
  )
}

function Judge({ audit, activity_id, judged, done }: JudgeProps) {
  const { t } = useTranslation()
  const { busy, refusal, send } = useSending()
  const [verdict, setVerdict] = useState<Verdict>(judged?.verdict ?? 'accepted')
  const [reason, setReason] = useState(judged?.reason ?? '')
  const save = () =>
    send(async () => {
      await takeStep('POST cpdaudit/judge', { id: audit.id, devactivity_id: activity_id, verdict, reason })
      done()
    })
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Group gap="sm" align="end">
        <NativeSelect
          label={t('cpd:audits.verdict')}
          value={verdict}
          data={verdicts.map((value) => ({ value, label: t(`cpd:audits.activity.${value}`) }))}
          onChange={({ currentTarget }) => setVerdict(currentTarget.value as Verdict)}
        />
        <TextInput
          label={t('cpd:cycles.reason')}
          value={reason}
          maxLength={2000}
          style={{ flex: '1 1 14rem' }}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Button loading={busy} onClick={save}>
          {t('form.save')}
        </Button>
      </Group>
    </>
  )
}

type Props = { audit: Row<'cpdaudit'>; decides: boolean; is_own: boolean }
type Judged = Row<'cpdaudit'>['activities'][number]
type Verdict = (typeof verdicts)[number]
type JudgeProps = {
  audit: Row<'cpdaudit'>
  activity_id: number
  /** What was judged before. */
  judged?: Judged | undefined
  done: () => void
}
