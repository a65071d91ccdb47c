import { Badge, Button, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { paths } from '../../core/paths.ts'
import { DateInput } from '../../kit/dates/DateInput.tsx'
import { useTimes } from '../../kit/format/useTimes.ts'
import { FieldGroup } from '../../kit/forms/FieldGroup.tsx'
import { choiceOf } from '../../kit/forms/labels.ts'
import { ReferenceField } from '../../kit/forms/ReferenceField.tsx'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { Section } from '../../kit/page/Section.tsx'
import { takeStep } from '../../kit/record/takeStep.ts'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { stateColour } from '../kit/states.ts'
import { askableReference } from '../relationships/askableReference.ts'

/** Who supervises a rotation, on which days; and a way to ask another from a day on. */
export function Supervisors({ rotation, changes }: { rotation: Row<'cpdrotation'>; changes: boolean }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { supervisors } = rotation
  const [asked, setAsked] = useState(0)
  return (
    <Section title={t('cpd:rotations.supervisors')} text={t('cpd:rotations.supervisorsText')} apart>
      {supervisors.length === 0 && <Text c="dimmed">{t('cpd:rotations.noSupervisor')}</Text>}
      {supervisors.length > 0 && (
        <ul>
          {supervisors.map(({ userrelationship_id, name, begins, ends, state }) => (
            <li key={userrelationship_id}>
              {changes ? <Link to={paths.relationship({ id: userrelationship_id })}>{name}</Link> : name}{' '}
              {t('cpd:rotations.fromTo', { from: day(begins), to: day(ends) })}{' '}
              {state !== 'accepted' && (
                <Badge variant="light" color={stateColour(state)}>
                  {choiceOf(t, state)}
                </Badge>
              )}
            </li>
          ))}
        </ul>
      )}
      {changes && (
        <FieldGroup
          key={asked}
          title={t(supervisors.length === 0 ? 'cpd:rotations.askFirst' : 'cpd:rotations.askAnother')}
          folded={supervisors.length > 0}
        >
          <Ask rotation={rotation} done={() => setAsked((count) => count + 1)} />
        </FieldGroup>
      )}
    </Section>
  )
}

function Ask({ rotation, done }: { rotation: Row<'cpdrotation'>; done: () => void }) {
  const { id, organisation_id, user_id, supervisors } = rotation
  const { t } = useTranslation()
  const [person, setPerson] = useState<number | null>(null)
  const [from, setFrom] = useState('')
  const { busy, refusal, send } = useSending()
  const askable = useMemo(
    () => askableReference(organisation_id, user_id, t('cpd:relationships.noPerson')),
    [organisation_id, user_id, t],
  )
  const ask = () =>
    send(async () => {
      await takeStep('POST cpdrotation/supervise', { id, supervisor_user_id: person!, ...(from && { from }) })
      showSuccess(t('cpd:relationships.asked'))
      done()
    })
  return (
    <>
      {refusal?.field !== 'from' && <RefusalAlert refusal={refusal} />}
      <ReferenceField
        name="supervisor_user_id"
        label={t('cpd:fields.userrelationship.other')}
        description={t('cpd:relationships.byAddress')}
        error={undefined}
        withAsterisk
        reference={askable}
        value={person}
        onChange={setPerson}
      />
      <DateInput
        label={t('cpd:rotations.from')}
        description={supervisors.length > 0 ? t('cpd:rotations.fromHint') : undefined}
        value={from}
        onChange={setFrom}
        error={refusal?.field === 'from' ? refusal.message : undefined}
        maw={240}
      />
      <div>
        <Button loading={busy} disabled={person === null} onClick={ask}>
          {t('cpd:relationships.ask')}
        </Button>
      </div>
    </>
  )
}
