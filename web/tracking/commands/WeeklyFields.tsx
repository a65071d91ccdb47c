import { useTranslation } from 'react-i18next'
import { TimeInput } from '../../kit/dates/TimeInput.tsx'
import { Weekdays } from './Weekdays.tsx'

/** The days on which a command is given by itself, and at what time once there are any. */
export function WeeklyFields({ weekdays, at, onChange, errorOf }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Weekdays
        label={t('tracking:fields.savedcommand.weekdays')}
        error={errorOf('weekdays')}
        value={weekdays}
        onChange={(weekdays) => onChange({ weekdays })}
      />
      {weekdays.length > 0 && (
        <TimeInput
          label={t('tracking:fields.savedcommand.at')}
          description={t('tracking:commands.saved.atText')}
          required
          maw={160}
          error={errorOf('at')}
          value={at}
          onChange={(at) => onChange({ at })}
        />
      )}
    </>
  )
}

type Props = {
  weekdays: number[]
  at: string
  onChange: (changed: { weekdays: number[] } | { at: string }) => void
  errorOf: (name: string) => string | undefined
}
