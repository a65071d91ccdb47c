import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'

/** A command in a few words, such as "Switch an output: 1, on". */
export function useCommandText() {
  const { t } = useTranslation()
  const commandText = ({ type, text, interval_s, fields }: Command): string => {
    const name = t(`tracking:commands.types.${type}`)
    if (type === 'custom') return text ?? name
    if (type === 'interval') return `${t('tracking:commands.fields.interval_s')}: ${interval_s ?? fields?.interval_s}`
    const values = Object.entries(fields ?? {})
      .filter(([field]) => field !== 'password')
      .map(([, value]) => (typeof value === 'boolean' ? t(`choices.${value ? 'yes' : 'no'}`) : value))
    return values.length > 0 ? `${name}: ${values.join(', ')}` : name
  }
  return { commandText }
}

type Command = Pick<Row<'trackercommand'>, 'type' | 'text' | 'fields'> & {
  /** Of one that was given; a saved one has it among its fields. */
  interval_s?: number | null
}
