import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '../frame/Page.tsx'
import { useAdminWords } from '../people/words.ts'
import { useSession } from '../stores/session.ts'
import classes from './AdminSettingsPage.module.css'

/** Where an administrator finds what there is to set. */
export function AdminSettingsPage() {
  const { t } = useTranslation()
  const { t: words } = useAdminWords()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const lines: [path: string, title: string, text: string][] = [
    ['/app/settings', words('settings.mine'), words('settings.mineText')],
    ['/app/organisation/admin', words('organisation.title'), words('settings.organisationText')],
    ['/app/users/admin', t('people.title'), words('settings.peopleText')],
    ['/app/messages/admin', words('settings.messages'), words('settings.messagesText')],
    ['/app/messagetemplates/admin', words('settings.templates'), words('settings.templatesText')],
    ['/app/remindermessages/admin', words('settings.reminders'), words('settings.remindersText')],
    ['/app/recipients/admin', words('settings.recipients'), words('settings.recipientsText')],
    ['/app/enquiries/admin', words('settings.enquiries'), words('settings.enquiriesText')],
  ]
  const platform: typeof lines = [
    ['/app/organisations/admin', words('organisation.all'), words('settings.organisationsText')],
    ['/app/notifications/admin', words('settings.notifications'), words('settings.notificationsText')],
    ['/app/website/admin', words('website.title'), words('settings.websiteText')],
    ['/app/unknowndevices/admin', words('devices.title'), words('settings.devicesText')],
    ['/app/outbox/admin', words('outbox.title'), words('settings.outboxText')],
  ]
  return (
    <Page title={words('settings.title')}>
      <ul className={classes.lines}>
        {[...lines, ...(platform_admin ? platform : [])].map(([path, title, text]) => (
          <li key={path}>
            <Link to={path}>
              <b>{title}</b>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
