import { Alert, Button, NumberInput, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { ActionDialog } from '../../kit/forms/ActionDialog.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** Which numbers come next, as they will be printed; who moves in from other books sets where they begin. */
export function NextNumbers({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const [started, setStarted] = useState<Next | null>(null)
  const { data: numbers, error } = useQuery({
    queryKey: keys.nextNumbers(organisation_id),
    queryFn: async () => (await guarded(client.act('GET invoicing/numbers', { organisation_id }))).data,
    staleTime: 0,
  })
  return (
    <Section title={t('billing:numbers.title')} apart>
      <Text size="sm">{t('billing:numbers.text')}</Text>
      {error && <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>}
      {!numbers && !error && <Skeleton height={110} />}
      {numbers && (
        <Table>
          <Table.Tbody>
            {numbers.map((next) => (
              <Table.Tr key={next.type}>
                <Table.Th scope="row">{t(`billing:numbers.kinds.${next.type}`)}</Table.Th>
                <Table.Td>{next.document_number}</Table.Td>
                <Table.Td align="right">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('billing:numbers.start')}: ${t(`billing:numbers.kinds.${next.type}`)}`}
                    onClick={() => setStarted(next)}
                  >
                    {t('billing:numbers.start')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {started && <Start organisation_id={organisation_id} next={started} close={() => setStarted(null)} />}
    </Section>
  )
}

function Start({ organisation_id, next, close }: { organisation_id: number; next: Next; close: () => void }) {
  const { t } = useTranslation()
  const [number, setNumber] = useState<number | string>(next.number)
  const run = async () => {
    const body = { organisation_id, type: next.type, number: Number(number) }
    const { data } = await guarded(client.act('POST invoicing/number', body))
    await refresh('billingconfig')
    showSuccess(t('billing:numbers.started', { number: data.document_number }))
  }
  return (
    <ActionDialog
      title={t('billing:numbers.startTitle', { kind: t(`billing:numbers.kinds.${next.type}`) })}
      text={t('billing:numbers.startText')}
      submit={t('form.save')}
      disabled={!(Number(number) >= 1)}
      fields={['number']}
      run={run}
      close={close}
    >
      {(errorOf) => (
        <NumberInput
          label={t('billing:numbers.number')}
          min={1}
          max={999_999_999}
          allowDecimal={false}
          value={number}
          onChange={setNumber}
          error={errorOf('number')}
          data-autofocus
        />
      )}
    </ActionDialog>
  )
}

type Next = DataOf<'GET invoicing/numbers'>[number]
