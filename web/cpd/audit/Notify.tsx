import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Section } from '../../kit/page/Section.tsx'
import { Step } from '../../kit/record/Step.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { Facts } from '../../kit/ui/Facts.tsx'

type Props = { draw: Row<'cpdauditdraw'> }

/** Begins the audits of those who were drawn; afterwards how far they are. */
export function Notify({ draw }: Props) {
  return draw.due_on === null ? <Begin draw={draw} /> : <Audits draw={draw} due_on={draw.due_on} />
}

function Begin({ draw }: Props) {
  const { t } = useTranslation()
  const [due_on, setDue] = useState('')
  return (
    <Step
      title={t('cpd:audits.notify')}
      text={t('cpd:audits.notifyText')}
      disabled={!due_on}
      take={() => takeStep('POST cpdauditdraw/notify', { id: draw.id, due_on })}
      done={t('cpd:audits.notified')}
    >
      <DateInput label={t('cpd:audits.until')} value={due_on} onChange={setDue} maw={320} />
    </Step>
  )
}

const states = ['notified', 'submitted', 'more_asked', 'decided', 'appealed', 'final'] as const
const verdicts = ['met', 'partly_met', 'not_met'] as const

function Audits({ draw, due_on }: Props & { due_on: string }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { id, audits } = draw
  return (
    <Section title={t('cpd:audits.title')} text={t('cpd:audits.due', { day: day(due_on) })} apart>
      <Facts
        facts={[
          ...states
            .filter((state) => audits[state])
            .map(
              (state) =>
                [
                  choiceOf(t, state),
                  <Link key={state} to={paths.audits({ draw: id, state })}>
                    {audits[state]}
                  </Link>,
                ] as const,
            ),
          ...verdicts
            .filter((verdict) => audits[verdict])
            .map((verdict) => [t(`cpd:audits.verdicts.${verdict}`), audits[verdict]] as const),
        ]}
      />
      <div>
        <Button component={Link} to={paths.audits({ draw: id })} variant="default">
          {t('cpd:audits.all')}
        </Button>
      </div>
    </Section>
  )
}
