import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** How many take a command, and who does not, by the reason. */
export function Preview({ accepted, refused }: Props) {
  const { t } = useTranslation()
  return (
    <div aria-live="polite">
      <Text fw={600}>{t('tracking:commands.accepted', { count: accepted })}</Text>
      {refused.length > 0 && (
        <>
          <Text size="sm" mt="xs">
            {t('tracking:commands.refused', { count: refused.length })}
          </Text>
          <List size="sm">
            {byReason(refused).map(([reason, names]) => (
              <List.Item key={reason}>
                {reason}
                <Text size="sm" c="dimmed">
                  {names.slice(0, SHOWN).join(', ')}
                  {names.length > SHOWN && `, ${t('tracking:commands.more', { count: names.length - SHOWN })}`}
                </Text>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </div>
  )
}

/** The most frequent reason first. */
function byReason(refused: Props['refused']): [reason: string, names: string[]][] {
  const names = new Map<string, string[]>()
  for (const { name, reason } of refused) names.set(reason, [...(names.get(reason) ?? []), name])
  return [...names].sort(([, a], [, b]) => b.length - a.length)
}

/** Names of one reason. */
const SHOWN = 8

type Props = { accepted: number; refused: { name: string; reason: string }[] }
