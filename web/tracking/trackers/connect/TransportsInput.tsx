import { Checkbox, Fieldset, SimpleGrid, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { needsToken, protocolOfUdp } from './methods.ts'
import { useTransportName } from './useTransportName.ts'

/** The transports a tracker may use, grouped by what a sender must know. */
export function TransportsInput({ all, value, onChange }: Props) {
  const { t } = useTranslation()
  const nameOf = useTransportName()
  const toggle = (name: string, checked: boolean) =>
    onChange(all.filter((one) => (one === name ? checked : value.includes(one))))
  const group = (names: string[]) => (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
      {names.map((name) => (
        <Checkbox
          key={name}
          label={nameOf(name)}
          checked={value.includes(name)}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
    </SimpleGrid>
  )
  return (
    <Fieldset legend={t('tracking:connect.transports.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('tracking:connect.transports.withToken')}</Text>
        {group(all.filter(needsToken))}
        <Text size="sm">{t('tracking:connect.transports.byNumber')}</Text>
        {group(all.filter((name) => !needsToken(name) && protocolOfUdp(name) === null))}
        <Text size="sm">{t('tracking:connect.transports.byDatagram')}</Text>
        {group(all.filter((name) => protocolOfUdp(name) !== null))}
        {value.length === 0 && (
          <Text size="sm" c="red" role="alert">
            {t('tracking:connect.transports.none')}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

type Props = { all: string[]; value: string[]; onChange: (transports: string[]) => void }
