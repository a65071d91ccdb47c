import { List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Who takes a command, and who does not and why. */
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
          <List size="sm" c="dimmed">
            {refused.slice(0, SHOWN).map(({ tracker_id, name, reason }) => (
              <List.Item key={tracker_id}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
          {refused.length > SHOWN && (
            <Text size="sm" c="dimmed">
              {t('tracking:commands.more', { count: refused.length - SHOWN })}
            </Text>
          )}
        </>
      )}
    </div>
  )
}

const SHOWN = 8

type Props = { accepted: number; refused: { tracker_id: number; name: string; reason: string }[] }
