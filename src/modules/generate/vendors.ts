import { createTechnologies } from './technologies.ts';

/** A well-known maker of technologies. Name, industry and country are facts; its partnerships are invented. */
export interface Vendor {
  domain: string;
  name: string;
  industry: string;
  country: string;
}

/** label of the domain | name | industry | country | how the names of its technologies begin */
const TABLE = `
aws|Amazon Web Services|Software|US|Amazon Web,Amazon S,Amazon E,Amazon C,Amazon R,Amazon D,Amazon Au,Amazon K,Amazon B,Amazon L,Amazon API,AWS
microsoft|Microsoft|Software|US|Microsoft,Azure,Power BI
google-cloud|Google Cloud|Software|US|Google Cloud,Google Kubernetes,Google BigQuery,Google Pub,Google Workspace,Looker,Cloud SQL,Vertex,Firebase
salesforce|Salesforce|Software|US|Salesforce,Pardot,MuleSoft,Tableau,Slack,Heroku
sap|SAP|Software|DE|SAP
oracle|Oracle|Software|US|Oracle,MySQL
ibm|IBM|IT Services|US|IBM
adobe|Adobe|Software|US|Adobe,Marketo
hubspot|HubSpot|Software|US|HubSpot
shopify|Shopify|Software|CA|Shopify
stripe|Stripe|Financial Services|US|Stripe
atlassian|Atlassian|Software|AU|Jira,Confluence,Bitbucket,Trello,Bamboo
servicenow|ServiceNow|Software|US|ServiceNow
snowflake|Snowflake|Software|US|Snowflake
databricks|Databricks|Software|US|Databricks
mongodb|MongoDB|Software|US|MongoDB
cloudflare|Cloudflare|Software|US|Cloudflare
twilio|Twilio|Software|US|Twilio,SendGrid,Segment
datadog|Datadog|Software|US|Datadog
okta|Okta|Security|US|Okta,Auth0
zendesk|Zendesk|Software|US|Zendesk
workday|Workday|Software|US|Workday
red-hat|Red Hat|Software|US|Red Hat,Ansible
vmware|VMware|Software|US|VMware
elastic|Elastic|Software|NL|Elasticsearch,Kibana,Logstash
confluent|Confluent|Software|US|Confluent
gitlab|GitLab|Software|US|GitLab
github|GitHub|Software|US|GitHub
hashicorp|HashiCorp|Software|US|HashiCorp,Terraform,Consul
new-relic|New Relic|Software|US|New Relic
dynatrace|Dynatrace|Software|US|Dynatrace
splunk|Splunk|Software|US|Splunk
akamai|Akamai|Software|US|Akamai
fastly|Fastly|Software|US|Fastly
adyen|Adyen|Financial Services|NL|Adyen
paypal|PayPal|Financial Services|US|PayPal,Braintree
klarna|Klarna|Financial Services|SE|Klarna
klaviyo|Klaviyo|Software|US|Klaviyo
mailchimp|Mailchimp|Software|US|Mailchimp,Mandrill
braze|Braze|Software|US|Braze
zoom|Zoom|Software|US|Zoom
docusign|DocuSign|Software|US|DocuSign
intercom|Intercom|Software|US|Intercom
freshworks|Freshworks|Software|US|Freshdesk,Freshsales
zoho|Zoho|Software|IN|Zoho
contentful|Contentful|Software|DE|Contentful
sitecore|Sitecore|Software|US|Sitecore
automattic|Automattic|Software|US|WooCommerce
bigcommerce|BigCommerce|Software|US|BigCommerce
commercetools|commercetools|Software|DE|commercetools
shopware|Shopware|Software|DE|Shopware
personio|Personio|Software|DE|Personio
datev|DATEV|Software|DE|DATEV
odoo|Odoo|Software|BE|Odoo
ovhcloud|OVHcloud|IT Services|FR|OVHcloud
hetzner|Hetzner|IT Services|DE|Hetzner
nvidia|NVIDIA|Manufacturing|US|NVIDIA
openai|OpenAI|Software|US|OpenAI
crowdstrike|CrowdStrike|Security|US|CrowdStrike
palo-alto-networks|Palo Alto Networks|Security|US|Palo Alto
`;

const ROWS = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [label = '', name = '', industry = '', country = '', makes = ''] = line.split('|');
    return { vendor: { domain: `${label}.example`, name, industry, country }, makes: makes.split(',') };
  });

export const VENDORS: readonly Vendor[] = ROWS.map(({ vendor }) => vendor);

/** Index of the vendor of each technology, -1 for those of others. */
export const VENDOR_OF: readonly number[] = createTechnologies().map(({ name }) =>
  ROWS.findIndex(({ makes }) => makes.some((start) => name.startsWith(start))),
);

/** Fewest companies for each vendor: a catalogue of 50 companies has the first 12 vendors. */
const COMPANIES_FOR_EACH = 4;

/** Places the vendors at equal distances in a catalogue of `count` companies. */
export function createVendorIndexes(count: number): {
  /** Returns the vendor that stands at an index of the catalogue, -1 for an invented company. */
  vendorAt(index: number): number;
  /** Returns the index at which a vendor stands, -1 if the catalogue is too small to have it. */
  indexOf(vendor: number): number;
} {
  const vendors = Math.min(VENDORS.length, Math.floor(count / COMPANIES_FOR_EACH));
  const distance = vendors === 0 ? count : Math.floor(count / vendors);
  return {
    vendorAt: (index) => (index % distance === 0 && index / distance < vendors ? index / distance : -1),
    indexOf: (vendor) => (vendor < vendors ? vendor * distance : -1),
  };
}
