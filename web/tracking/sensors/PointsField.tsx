import { NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { firstUnordered } from '#db/sensors/calibrate.ts'
import { type DraftPoint, pointsOf } from './draft.ts'
import { Lines } from './Lines.tsx'

/** Reported values, each with what it stands for. */
export function PointsField({ points, onChange }: Props) {
  const { t } = useTranslation()
  const filled = pointsOf(points)
  const wrong = filled && (firstUnordered(filled) !== null ? 'unordered' : filled.length < 2 ? 'few' : null)
  const heads: [string, string] = [t('tracking:sensors.reported'), t('tracking:sensors.standsFor')]
  return (
    <Lines
      label={t('tracking:sensors.points')}
      text={t('tracking:sensors.pointsText')}
      heads={heads}
      lines={points}
      error={wrong ? t(`tracking:sensors.${wrong}`) : false}
      empty={['', ''] as DraftPoint}
      most={100}
      add={t('tracking:sensors.addPoint')}
      draw={([reported, value], change, number) => (
        <>
          <NumberInput
            aria-label={`${heads[0]} ${number}`}
            hideControls
            value={reported}
            onChange={(typed) => change([numberOf(typed), value])}
          />
          <NumberInput
            aria-label={`${heads[1]} ${number}`}
            hideControls
            value={value}
            onChange={(typed) => change([reported, numberOf(typed)])}
          />
        </>
      )}
      onChange={onChange}
    />
  )
}

export const numberOf = (typed: number | string) => (typed === '' || typed === '-' ? '' : Number(typed))

type Props = { points: DraftPoint[]; onChange: (points: DraftPoint[]) => void }
