import { Badge, Button, Group, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { RefusalAlert } from '../../kit/forms/RefusalAlert.tsx'
import { useSending } from '../../kit/forms/useSending.ts'
import { useAddress } from '../../kit/lists/useAddress.ts'
import { CardPage } from '../../kit/page/Page.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'

type Checked = DataOf<'POST cpdcertificate/check'>

/** For who is shown a certificate: whether it holds, by the code that stands on it. Needs no account. */
export function CertificatePage() {
  const { t } = useTranslation()
  const [params] = useAddress()
  const { busy, refusal, send } = useSending()
  const given = params.get('code')
  const [code, setCode] = useState(given ?? '')
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = (code: string) =>
    send(async () => {
      setChecked(null)
      setChecked((await guarded(client.act('POST cpdcertificate/check', { code }))).data)
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose QR code was scanned is shown it at once, and once
  useEffect(() => {
    if (given) void check(given)
  }, [given])
  return (
    <CardPage title={t('cpd:certificates.check')}>
      <Title order={1} size="h3" mb="md">
        {t('cpd:certificates.check')}
      </Title>
      <RefusalAlert refusal={refusal} />
      <Group
        gap="sm"
        align="end"
        renderRoot={(props) => (
          <form
            {...props}
            onSubmit={(event) => {
              event.preventDefault()
              void check(code)
            }}
          />
        )}
      >
        <TextInput
          label={t('cpd:certificates.code')}
          description={t('cpd:certificates.codeHint')}
          value={code}
          maxLength={40}
          style={{ flex: '1 1 14rem' }}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" loading={busy} disabled={!code.trim()}>
          {t('cpd:certificates.doCheck')}
        </Button>
      </Group>
      {checked && <Shown checked={checked} />}
    </CardPage>
  )
}

function Shown({ checked }: { checked: Checked }) {
  const { t } = useTranslation()
  const { day } = useTimes()
  const { valid, person, number, organisation, cycle, standard, start, end, issued_on, withdrawn_on } = checked
  return (
    <>
      <div>
        <Badge variant="light" color={valid ? 'teal' : 'red'} my="md" size="lg">
          {t(valid ? 'cpd:certificates.holds' : 'cpd:certificates.withdrawn')}
        </Badge>
      </div>
      <Facts
        facts={[
          [t('cpd:certificates.person'), person],
          ...(number ? [[t('cpd:certificates.number'), number] as const] : []),
          [t('cpd:certificates.cycle'), cycle],
          [t('cpd:certificates.period'), `${day(start)} – ${day(end)}`],
          ...(standard ? [[t('cpd:certificates.standard'), standard] as const] : []),
          [t('cpd:certificates.issuer'), organisation],
          [t('cpd:certificates.issued'), day(issued_on)],
          ...(withdrawn_on ? [[t('cpd:certificates.withdrawn'), day(withdrawn_on)] as const] : []),
        ]}
      />
    </>
  )
}
