import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { LinkedText } from '../../kit/ui/LinkedText.tsx'
import { Certificate } from '../certificates/Certificate.tsx'
import { NoCycle } from '../dashboard/NoCycle.tsx'
import { Notice } from '../kit/Notice.tsx'
import { stateColour } from '../kit/states.ts'
import { useManages } from '../kit/useManages.ts'
import { PlanRotations } from '../rotations/PlanRotations.tsx'
import { Agree } from './Agree.tsx'
import { Goals } from './Goals.tsx'
import { MakePlan } from './MakePlan.tsx'
import { OtherPlans } from './OtherPlans.tsx'
import { OwnPeriod } from './OwnPeriod.tsx'
import { PersonResult } from './PersonResult.tsx'
import { PlanQualifications } from './PlanQualifications.tsx'
import { PlanRecords } from './PlanRecords.tsx'
import { PlanTexts } from './PlanTexts.tsx'
import { currentPlansOf, goalsOf } from './queries.ts'
import { Registration } from './Registration.tsx'
import { SendReport } from './SendReport.tsx'
import { Submit } from './Submit.tsx'
import { Waivers } from './Waivers.tsx'

/** The plan of `?id=`, or that of the person's current cycle: goals by category, and the steps to its agreement. */
export function PlanPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const record = useRecord('devplan')
  const [params] = useAddress()
  const [user_id, cycle_id] = [Number(params.get('user')), Number(params.get('cycle'))]
  const is_mine = record.id === null && !user_id
  const { data: current, error } = useQuery({ ...currentPlansOf(organisation_id), enabled: is_mine })
  if (record.id !== null) {
    return (
      <Loaded query={record} title={t('cpd:plan.title')} missing={t('cpd:plan.missing')}>
        {(plan) => <Shown key={plan.id} plan={plan} />}
      </Loaded>
    )
  }
  if (!is_mine) return <MakePlan user_id={user_id} cycle_id={cycle_id} />
  const [first] = current ?? []
  if (first) return <Shown key={first.id} plan={first} />
  if (!current && !error) return <PageLoader />
  return (
    <Page title={t('cpd:plan.title')} actions={<AllPlans />}>
      {error ? (
        <Alert color="red">{t('form.loadFailed')}</Alert>
      ) : (
        <>
          <NoCycle organisation_id={organisation_id} />
          <OtherPlans organisation_id={organisation_id} />
        </>
      )}
    </Page>
  )
}

function Shown({ plan }: { plan: Row<'devplan'> }) {
  const { t } = useTranslation()
  const { day, moment } = useTimes()
  const is_own = useSession(({ user }) => user?.id === plan.user_id)
  // What waits for their decision is above what they only read.
  const decides = useManages(plan.organisation_id) && !is_own
  const { data: goals } = useQuery(goalsOf(plan.id))
  const { id, state, returned_text, start, end } = plan
  const may_change = is_own && state !== 'reviewed' && plan.result === null
  return (
    <Page
      title={is_own ? plan.cycle : t('cpd:plan.of', { person: plan.person ?? '', cycle: plan.cycle })}
      actions={
        <>
          <AllPlans />
          <Button component={Link} to={paths.cpdReport(plan.user_id, plan.devcycle_id)} variant="default">
            {t('cpd:report.open')}
          </Button>
          {may_change && (
            <Button component={Link} to={paths.goalEdit({ plan: id })}>
              {t('cpd:goals.add')}
            </Button>
          )}
        </>
      }
    >
      <Group gap="sm" mb="md">
        <Badge variant="light" color={stateColour(state)}>
          {choiceOf(t, state)}
        </Badge>
        {plan.result !== null && (
          <Badge variant="outline" color="gray">
            {t('cpd:plan.closed')}
          </Badge>
        )}
        <Text c="dimmed">
          {t('cpd:dashboard.period', { start: day(start), end: day(end) })}{' '}
          {plan.agreed_at && t('cpd:plan.agreedAt', { time: moment(plan.agreed_at) })}
        </Text>
      </Group>
      {is_own && <OtherPlans organisation_id={plan.organisation_id} shown={id} />}
      {state === 'draft' && returned_text && (
        <Notice tone="attention" title={t('cpd:plan.returned')}>
          <LinkedText text={returned_text} plain />
        </Notice>
      )}
      {state === 'draft' && plan.agreed_at && <Notice tone="info">{t('cpd:plan.changed')}</Notice>}
      <OwnPeriod plan={plan} is_own={is_own} />
      <Certificate plan={plan} is_own={is_own} />
      {decides && <Waivers plan={plan} is_own={false} />}
      <Goals goals={goals} />
      {may_change ? (
        <PlanTexts key={plan.modified_at} plan={plan} />
      ) : (
        (['text', 'self_evaluation'] as const)
          .filter((name) => plan[name])
          .map((name) => (
            <Section key={name} title={t(`cpd:fields.devplan.${name}`)}>
              <LinkedText text={plan[name]} />
            </Section>
          ))
      )}
      <PlanRotations plan={plan} />
      <PlanRecords plan={plan} may_change={may_change} />
      {!is_own && <PersonResult plan={plan} />}
      <Registration key={`registration ${plan.modified_at}`} plan={plan} is_own={is_own} />
      {decides && <PlanQualifications organisation_id={plan.organisation_id} user_id={plan.user_id} />}
      {!decides && <Waivers plan={plan} is_own={is_own && may_change} />}
      {may_change && state === 'draft' && <Submit plan={plan} goals={goals?.length ?? 0} />}
      {is_own && <SendReport plan_id={id} />}
      {plan.may_agree && (state === 'submitted' || state === 'agreed') && <Agree key={state} plan={plan} />}
    </Page>
  )
}

function AllPlans() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to={paths.plans()} variant="default">
      {t('cpd:plan.all')}
    </Button>
  )
}
