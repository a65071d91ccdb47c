import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { EditUser } from './EditUser.tsx'
import { NewUser } from './NewUser.tsx'

/** The user of `?id=`, or a new one. */
export function UserPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  if (id) return <Existing key={id} id={id} />
  return (
    <Page title={t('people:user.newTitle')}>
      <NewUser />
    </Page>
  )
}

function Existing({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['user', id],
    queryFn: async () => (await guarded(client.read('user', id))).data,
    staleTime: 0,
  })
  if (error) {
    return (
      <Page title={t('people:user.details')}>
        <Alert color="red">{sentenceOf(error) ?? t('people:user.missing')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  return (
    <Page title={data.display_name}>
      <EditUser user={data} />
    </Page>
  )
}
