import { Alert, List, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { keys } from '../keys.ts'

/** What deleting an account concerns, with the choice of what becomes of its phones. */
export function Consequences({ user_id, phones, setPhones }: Props) {
  const { t } = useTranslation()
  const { data, isError } = useQuery({
    queryKey: keys.consequences(user_id),
    queryFn: async () => (await guarded(client.act('GET user/account/consequences', { id: user_id }))).data,
  })
  if (isError) return <Alert color="yellow">{t('people:consequences.failed')}</Alert>
  if (!data) return null
  return (
    <Stack>
      {data.organisations.map(({ id, name, members }) => (
        <Alert key={id} color="yellow" title={t('people:consequences.alone', { name })}>
          {members > 0 ? t('people:consequences.members', { count: members }) : t('people:consequences.nobody')}
        </Alert>
      ))}
      {data.phones.length > 0 && (
        <Radio.Group
          value={phones}
          onChange={(value) => setPhones(value as PhonesOfDeleted)}
          label={t('people:consequences.phones')}
          description={<PhoneNames phones={data.phones} />}
          // The names are a list, which a paragraph cannot hold.
          descriptionProps={{ component: 'div' }}
        >
          <Stack gap="xs" mt="sm">
            <Radio value="erase" label={t('people:consequences.erase')} />
            <Radio value="keep" label={t('people:consequences.keep')} />
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  )
}

function PhoneNames({ phones }: Pick<Answer, 'phones'>) {
  const { t } = useTranslation()
  return (
    <>
      <List size="xs">
        {phones.slice(0, SHOWN).map(({ id, name, organisation }) => (
          <List.Item key={id}>
            {name} · {organisation}
          </List.Item>
        ))}
      </List>
      {phones.length > SHOWN && (
        <Text size="xs">{t('people:consequences.more', { count: phones.length - SHOWN })}</Text>
      )}
    </>
  )
}

/** Names of phones that are listed; of the others their number. */
const SHOWN = 10

export type PhonesOfDeleted = 'erase' | 'keep'
type Props = { user_id: number; phones: PhonesOfDeleted; setPhones: (phones: PhonesOfDeleted) => void }
type Answer = DataOf<'GET user/account/consequences'>
