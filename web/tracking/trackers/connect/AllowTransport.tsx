import { Alert, Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { client } from '../../../core/api.ts'
import { useAction } from '../../../kit/actions/useAction.ts'
import { showRecord } from '../../../kit/record/useRecord.ts'
import { needsToken, protocolOfUdp } from './methods.ts'
import { useTransportName } from './useTransportName.ts'

/** Warns that a tracker may not use a transport, explains the consequences and allows it. */
export function AllowTransport({ tracker, transport, text, done }: Props) {
  const { t } = useTranslation()
  const name = useTransportName()(transport)
  const { busy, run } = useAction()
  const allow = () =>
    run(async () => {
      const transports = [...tracker.transports, transport]
      const { data } = await client.update('tracker', { id: tracker.id, transports })
      done?.(data.transports)
      await showRecord('tracker', data)
    })
  return (
    <Alert color="yellow" title={text(name)}>
      <Stack gap="sm" align="start">
        <Text size="sm">{t(`tracking:connect.transports.${consequence(transport)}`)}</Text>
        <Button size="xs" variant="default" loading={busy} onClick={allow}>
          {t('tracking:connect.transports.allow', { name })}
        </Button>
      </Stack>
    </Alert>
  )
}

const consequence = (transport: string) =>
  needsToken(transport) ? 'allowToken' : protocolOfUdp(transport) === null ? 'allowNumber' : 'allowUdp'

type Props = {
  tracker: { id: number; transports: string[] }
  transport: string
  /** The sentence, with the name of the transport. */
  text: (name: string) => string
  done?: (transports: string[]) => void
}
