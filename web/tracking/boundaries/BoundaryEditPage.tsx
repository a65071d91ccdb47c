import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { client, guarded, sentenceOf } from '../../core/api.ts'
import { DocumentTitle, Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { BoundaryEditor } from './BoundaryEditor.tsx'

/** Edits the boundary of `?id=`, or draws a new one. */
export function BoundaryEditPage() {
  const { t } = useTranslation()
  const id = Number(useSearchParams()[0].get('id')) || null
  if (id) return <Existing key={id} id={id} />
  return (
    <>
      <DocumentTitle title={t('tracking:boundaries.new')} />
      <BoundaryEditor key="new" boundary={null} />
    </>
  )
}

function Existing({ id }: { id: number }) {
  const { t } = useTranslation()
  const { data, error } = useQuery({
    queryKey: ['boundary', id],
    queryFn: async () => (await guarded(client.read('boundary', id))).data,
    staleTime: 0,
    // No refetch while editing; saving detects concurrent changes.
    refetchOnReconnect: false,
    gcTime: 0,
  })
  if (error) {
    return (
      <Page title={t('tracking:boundaries.editTitle')}>
        <Alert color="red">{sentenceOf(error) ?? t('form.loadFailed')}</Alert>
      </Page>
    )
  }
  if (!data) return <PageLoader />
  return (
    <>
      <DocumentTitle title={data.name} />
      <BoundaryEditor boundary={data} />
    </>
  )
}
