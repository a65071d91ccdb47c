import { defineDomain } from '../crud/domain.ts'
import { basemap } from './basemap.ts'
import { faq } from './content/faq.ts'
import { addFaqs } from './content/faq_actions.ts'
import { pagecontent } from './content/pagecontent.ts'
import { addPageContents } from './content/pagecontent_actions.ts'
import { pagecontentversion } from './content/pagecontentversion.ts'
import { addDevInfo } from './devinfo.ts'
import { enquiry } from './enquiry.ts'
import { addEnquiries } from './enquiry_actions.ts'
import { addInstallation } from './installation.ts'
import { addMap, refreshSite } from './map.ts'
import { addOrganisationWebsite } from './organisation_website.ts'
import { addWebsite } from './website.ts'

/** What administrators write and set for the whole site. */
export const site = defineDomain({
  async begin(_app, context) {
    await refreshSite(context)
  },
  resources: { basemap, enquiry, faq, pagecontent, pagecontentversion },
  actions: [
    addEnquiries,
    addPageContents,
    addFaqs,
    addWebsite,
    addOrganisationWebsite,
    addMap,
    addInstallation,
    addDevInfo,
  ],
})
