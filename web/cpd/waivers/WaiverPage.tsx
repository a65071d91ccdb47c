import { Badge, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { download } from '../../kit/lists/downloadCsv.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { useRecordActions } from '../../kit/record/useRecordActions.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { EvidenceList } from '../kit/EvidenceList.tsx'
import { Notice } from '../kit/Notice.tsx'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'
import { useGrantedText, useWholeLeave } from './Granted.tsx'
import { AnswerWaiver, AppealWaiver, AskAboutWaiver, DecideWaiver } from './WaiverSteps.tsx'

/** A waiver as a case: why it is asked for, what is asked about it, the decision and the steps that are left. */
export function WaiverPage() {
  const { t } = useTranslation()
  const record = useRecord('devwaiver')
  return (
    <Loaded query={record} title={t('cpd:waivers.one')} missing={t('cpd:waivers.missing')}>
      {(waiver) => <Shown key={waiver.id} waiver={waiver} />}
    </Loaded>
  )
}

function Shown({ waiver }: { waiver: Row<'devwaiver'> }) {
  const { t } = useTranslation()
  const is_own = useSession(({ user }) => user?.id === waiver.user_id)
  const { id, state, kind, cycle, person, from, to, percent, requirements, outcome, appealed } = waiver
  const granted = useGrantedText(waiver.devplan_id)
  const asked = askedFirst(waiver)
  const whole = useWholeLeave(waiver)
  return (
    <Page
      title={is_own ? t('cpd:waivers.own', { cycle }) : t('cpd:waivers.of', { person: person ?? '', cycle })}
      actions={
        <Button component={Link} to={paths.plan({ id: waiver.devplan_id })} variant="default">
          {t('cpd:waivers.plan')}
        </Button>
      }
    >
      <Group gap="sm" mb="md">
        <Badge variant="light" color={stateColour(appealed ? 'appealed' : state)}>
          {choiceOf(t, appealed ? 'appealed' : outcome === 'part' ? 'part' : state)}
        </Badge>
        <Text>
          {kind !== null && `${choiceOf(t, kind)}, `}
          {granted({ from, to, percent, requirements })}
        </Text>
        {whole && <Text c="dimmed">{whole}</Text>}
        {asked && <Text c="dimmed">{t('cpd:waivers.wasAsked', { what: granted(asked) })}</Text>}
      </Group>
      {kind === null ? <Text c="dimmed">{t('cpd:waivers.othersText')}</Text> : <Case waiver={waiver} is_own={is_own} />}
      {is_own && <Withdraw waiver={waiver} id={id} />}
    </Page>
  )
}

/** What was asked for, where less is granted. */
function askedFirst({ asked_from, asked_to, ...waiver }: Row<'devwaiver'>) {
  if (!asked_from || !asked_to) return null
  const { asked_percent, asked_requirements, percent, requirements } = waiver
  const share = { percent: asked_percent ?? percent, requirements: asked_requirements ?? requirements }
  return { from: asked_from, to: asked_to, ...share }
}

/** What the person and administrators read and do. */
function Case({ waiver, is_own }: { waiver: Row<'devwaiver'>; is_own: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, state, reason, asked, reply, evidence, appeal, appealed, appealed_at, appeal_until } = waiver
  const manages = useManages(waiver.organisation_id) && !is_own
  const administers = useAdministers(waiver.organisation_id)
  const waits = state === 'requested' || state === 'more_asked'
  return (
    <>
      {asked && (
        <Notice tone={state === 'more_asked' ? 'attention' : 'info'} title={t('cpd:waivers.more')}>
          <LinkedText text={asked} plain />
        </Notice>
      )}
      {is_own && state === 'more_asked' && <AnswerWaiver waiver={waiver} />}
      <Outcome waiver={waiver} />
      {reason && (
        <Section title={t('cpd:waivers.why')}>
          <LinkedText text={reason} plain />
        </Section>
      )}
      {reply && (
        <Section title={t('cpd:waivers.reply')}>
          <LinkedText text={reply} plain />
        </Section>
      )}
      <EvidenceList entity="devwaiver" entity_id={id} evidence={evidence} is_own={is_own} />
      {appeal && (
        <Section title={t('cpd:waivers.appeal')}>
          <LinkedText text={appeal} plain />
        </Section>
      )}
      {is_own && appeal_until && <AppealWaiver waiver={waiver} until={day(appeal_until)} />}
      {manages && (waits || (appealed && administers)) && (
        <DecideWaiver key={`decide ${waiver.modified_at}`} waiver={waiver} />
      )}
      {manages && appealed && !administers && <Text c="dimmed">{t('cpd:waivers.appealByAnother')}</Text>}
      {manages && waits && <AskAboutWaiver key={waiver.modified_at} waiver={waiver} />}
      {manages && !waits && appealed_at === null && (
        <DecideWaiver key={`change ${waiver.modified_at}`} waiver={waiver} />
      )}
    </>
  )
}

function Outcome({ waiver }: { waiver: Row<'devwaiver'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { busy, run } = useAction()
  const { id, outcome, decision, decider, decided_at, first_outcome } = waiver
  if (outcome === null) return null
  const time = decided_at === null ? '' : moment(decided_at)
  return (
    <Section
      title={t(`cpd:waivers.outcomes.${outcome}`)}
      text={decider ? t('cpd:waivers.decidedAt', { decider, time }) : t('cpd:waivers.decidedThen', { time })}
    >
      {decision && <LinkedText text={decision} plain />}
      {first_outcome && (
        <Text c="dimmed">{t('cpd:waivers.first', { outcome: t(`cpd:waivers.outcomes.${first_outcome}`) })}</Text>
      )}
      <div>
        <Button
          variant="default"
          loading={busy}
          onClick={() => run(() => download('devwaiver/letter', { id }, `waiver-${id}.pdf`))}
        >
          {t('cpd:waivers.letter')}
        </Button>
      </div>
    </Section>
  )
}

/** Until it is decided. */
function Withdraw({ waiver: { state }, id }: { waiver: Row<'devwaiver'>; id: number }) {
  const { t } = useTranslation()
  const { remove } = useRecordActions('devwaiver', { page: paths.waiver, list: paths.waivers })
  const { busy, run } = useAction()
  if (state !== 'requested' && state !== 'more_asked') return null
  return (
    <Button variant="default" mt="md" loading={busy} onClick={() => run(async () => void (await remove(id)))}>
      {t('cpd:waivers.withdraw')}
    </Button>
  )
}
