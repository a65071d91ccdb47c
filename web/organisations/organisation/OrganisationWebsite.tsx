import body from 'virtual:body/organisationwebsite'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { pictureUpload } from '../../files/upload/pictureUpload.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { keys } from '../keys.ts'

/** What an organisation says of itself on its site; what is left empty is the installation's. */
export function OrganisationWebsite({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: keys.ownWebsite(organisation_id),
    queryFn: async () => (await guarded(client.act('GET website/organisation', { organisation_id }))).data,
    staleTime: 0,
  })
  if (!query.data) return <PageLoader />
  return (
    <Section text={t('organisations:website.text')}>
      <ResourceForm
        key={JSON.stringify(query.data)}
        resource="website"
        body={body}
        row={query.data}
        fields={['slogan', 'copyright', 'terms_url', 'privacy_url', 'favicon_file_id', 'logo_file_id']}
        uploads={{
          favicon_file_id: pictureUpload(organisation_id, 256 * 1024),
          logo_file_id: pictureUpload(organisation_id, 2 * 1024 * 1024),
        }}
        save={async (changes) => {
          await guarded(client.act('POST website/organisation', { ...changes, organisation_id }))
          await queries.invalidateQueries({ queryKey: queryKeys.websites() })
          showSuccess(t('organisations:website.saved'))
        }}
      />
      <Text size="sm" mt="md">
        {t('organisations:website.pages')}{' '}
        <Anchor component={Link} to={paths.pageContents()} inherit>
          {t('organisations:website.pagesLink')}
        </Anchor>
      </Text>
    </Section>
  )
}
