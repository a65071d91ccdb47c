import { sql } from 'kysely'
import { defineDomain } from '../crud/domain.ts'
import { ofOrganisation } from '../crud/quotas.ts'
import { basemap } from './basemap.ts'
import { faq } from './content/faq.ts'
import { listCurrentFaqs, orderFaqs } from './content/faq_actions.ts'
import { takePageNames } from './content/page_keys.ts'
import { pagecontent } from './content/pagecontent.ts'
import { listCurrentPages, publishPage, revertPage } from './content/pagecontent_actions.ts'
import { pagecontentversion } from './content/pagecontentversion.ts'
import { readDevInfo } from './devinfo.ts'
import { enquiry } from './enquiry.ts'
import { answerEnquiry, sendEnquiry } from './enquiry_actions.ts'
import { readGeoInfo, readOptions } from './installation.ts'
import { addMap, readMap, refreshSite } from './map.ts'
import { addWebsiteIcon, readOrganisationWebsite, updateOrganisationWebsite } from './organisation_website.ts'
import { readWebsiteSettings, updateWebsite } from './website.ts'

const newEnquiries = { name: 'new_enquiries', list: 'enquiry', query: () => ({ state: 'new' }) }

/** What administrators write and set for the whole site. */
export const site = defineDomain({
  async begin(_app, context) {
    await refreshSite(context)
  },
  takes: takePageNames,
  resources: { basemap, enquiry, faq, pagecontent, pagecontentversion },
  actions: [
    sendEnquiry,
    answerEnquiry,
    listCurrentPages,
    publishPage,
    revertPage,
    listCurrentFaqs,
    orderFaqs,
    readWebsiteSettings,
    updateWebsite,
    readOrganisationWebsite,
    updateOrganisationWebsite,
    addWebsiteIcon,
    readMap,
    addMap,
    readOptions,
    readGeoInfo,
    readDevInfo,
  ],
  areas: {
    content: ['enquiry', 'faq', 'pagecontent', 'pagecontentversion'],
    settings: ['website/organisation'],
    any: ['PUT enquiry', 'faqs/current', 'pagecontents/current', 'GET website', 'map', 'options', 'geoinfo'],
  },
  quotas: {
    page_contents: ofOrganisation(200, 'pages', 'page_content'),
    faqs: ofOrganisation(2000, 'FAQs', 'faq'),
    enquiries_open: ofOrganisation(500, 'open enquiries', 'enquiry', sql`state = 'new'`),
  },
  // Those of people without an organisation go to the platform, whose list shows them all.
  figures: [{ of: 'readable', ...newEnquiries }],
  tasks: [newEnquiries],
})
