import { NumberInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DraftState } from './draft.ts'
import { Lines } from './Lines.tsx'
import { numberOf } from './PointsField.tsx'

/** Values with the words that are shown for them. */
export function StatesField({ states, onChange }: Props) {
  const { t } = useTranslation()
  const heads: [string, string] = [t('tracking:sensors.standsFor'), t('tracking:sensors.word')]
  return (
    <Lines
      label={t('tracking:sensors.states')}
      text={t('tracking:sensors.statesText')}
      heads={heads}
      lines={states}
      empty={{ value: states.length < 2 ? states.length : '', text: '' } as DraftState}
      most={20}
      add={t('tracking:sensors.addState')}
      draw={(state, change, number) => (
        <>
          <NumberInput
            aria-label={`${heads[0]} ${number}`}
            hideControls
            value={state.value}
            onChange={(typed) => change({ ...state, value: numberOf(typed) })}
          />
          <TextInput
            aria-label={`${heads[1]} ${number}`}
            maxLength={40}
            value={state.text}
            onChange={({ currentTarget }) => change({ ...state, text: currentTarget.value })}
          />
        </>
      )}
      onChange={onChange}
    />
  )
}

type Props = { states: DraftState[]; onChange: (states: DraftState[]) => void }
