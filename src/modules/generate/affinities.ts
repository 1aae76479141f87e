import { createTechnologies, technologyIndex } from './technologies.ts';

/**
 * Companions of a technology: the chance in per cent that a company which uses the first also uses the other.
 * `!` marks a technology that hardly occurs without one of those which bring it.
 */
const COMPANIONS = `
Amazon Web Services: Amazon S3! 55, Amazon EC2! 45, AWS Lambda! 32, Amazon CloudFront! 38, Amazon RDS! 26, Amazon SES! 18,
  Amazon CloudWatch! 22, Amazon API Gateway! 12, Amazon DynamoDB! 14, Amazon SQS! 10, Amazon EKS! 7, Amazon ECS! 10,
  Amazon Redshift! 5, Amazon Aurora! 8, Amazon Cognito! 6, AWS CloudFormation! 8, Amazon Kinesis! 4, AWS Glue! 3,
  AWS Fargate! 5, Amazon SageMaker! 3, Amazon Bedrock! 3, AWS CodePipeline! 3, Amazon Linux! 6
Microsoft Azure: Microsoft 365 60, Microsoft Entra ID! 35, Azure Blob Storage! 28, Azure App Service! 24, Azure Functions! 18,
  Azure SQL Database! 16, Azure Monitor! 15, Azure Pipelines! 12, Azure Front Door! 10, Azure Kubernetes Service! 7,
  Azure Data Factory! 7, Azure Synapse Analytics! 4, Azure Repos! 7, Azure Service Bus! 5, Azure OpenAI Service! 6,
  Azure Cosmos DB! 4, Power BI 18, Microsoft Fabric! 3, Azure Machine Learning! 2, Azure AI Search! 2, C# 14, ASP.NET 12
Google Cloud: Google Cloud Storage! 42, Google BigQuery! 20, Google Workspace 40, Google Cloud Run! 14, Google Pub/Sub! 10,
  Google Kubernetes Engine! 9, Google Cloud CDN! 10, Cloud SQL! 12, Google Cloud Functions! 9, Vertex AI! 6, Firebase 12,
  Google Gemini 5, Looker 4
Kubernetes: Helm! 50, Prometheus 42, Grafana 42, Docker 60, Argo CD! 20, Terraform 28, Istio! 10, Kustomize! 10, Rancher! 7,
  Linkerd! 2, Cilium! 3, Flux! 4, Loki 6, Jaeger 4,
  Amazon Web Services 40, Microsoft Azure 28, Google Cloud 30
Amazon EKS: Kubernetes 100
Azure Kubernetes Service: Kubernetes 100
Google Kubernetes Engine: Kubernetes 100
Red Hat OpenShift: Kubernetes 80, Red Hat Enterprise Linux 50
Prometheus: Grafana 60
Elasticsearch: Kibana! 40, Logstash! 22
OpenSearch: Kibana! 5
Salesforce: Pardot! 11, Salesforce Marketing Cloud! 10, Salesforce Service Cloud! 14, Salesforce Data Cloud! 3, Marketo Engage 7,
  DocuSign 9, Slack 12, Tableau 6, MuleSoft! 4, LinkedIn Insight Tag 12
HubSpot: HubSpot Marketing Hub! 42, HubSpot Service Hub! 10, HubSpot CMS! 8, LinkedIn Insight Tag 16
Microsoft Dynamics 365: Microsoft 365 70, Microsoft Azure 30, Power BI 25
Shopify: Klaviyo! 42, Judge.me! 18, Yotpo 10, Recharge! 10, Gorgias! 9, Loox! 8, Smile.io! 6, Omnisend! 6, Apple Pay 22,
  PayPal 36, Meta Pixel 36, Attentive 6, Klarna 10, Google Analytics 40
WooCommerce: WordPress 96, PHP 40, Stripe 26, PayPal 40, Mailchimp 18
Adobe Commerce: PHP 40, Adobe Analytics! 8, Braintree 12
Adobe Experience Manager: Adobe Analytics! 42, Adobe Experience Platform Tags! 36, Adobe Target! 20, Adobe Campaign! 8,
  Adobe Real-Time CDP! 8
Salesforce Commerce Cloud: Salesforce 40, Salesforce Marketing Cloud! 20
SAP Commerce Cloud: SAP S/4HANA 40
WordPress: PHP 36, jQuery 42, MySQL 22
Drupal: PHP 46, jQuery 30, MySQL 18
TYPO3: PHP 46, jQuery 26
Joomla: PHP 40
Shopware: PHP 30
SAP S/4HANA: SAP SuccessFactors 14, SAP BW! 14, SAP HANA! 30, SAP Concur 12, SAP BusinessObjects! 10, SAP Sales Cloud! 6,
  SAP Commerce Cloud! 2
SAP ECC: SAP BW! 24, SAP BusinessObjects! 16, Oracle Database 18
Oracle E-Business Suite: Oracle Database 70, Oracle HCM Cloud! 12
Oracle NetSuite: Oracle HCM Cloud 2
Jira: Confluence! 52, Bitbucket! 14, Jira Service Management! 14, Bamboo! 2, Trello 6
Bitbucket: Bitbucket Pipelines! 24
GitHub: GitHub Actions! 36, GitHub Copilot! 14
GitLab: GitLab CI/CD! 48
Microsoft 365: Microsoft Teams! 44, Microsoft Entra ID 10, Microsoft Defender! 11
Google Workspace: Google Meet! 14, Slack 10
Google Tag Manager: Google Analytics 72, Google Ads 16
Apache Kafka: Confluent Cloud! 8, Apache Flink! 4, Apache Spark 8
Snowflake: dbt! 28, Fivetran! 22, Looker 10, Tableau 10
Google BigQuery: dbt! 14, Looker Studio 20
Databricks: Apache Spark! 50, MLflow! 24, Python 30
Spring Boot: Java 100
Django: Python 100
Flask: Python 100
FastAPI: Python 100
Laravel: PHP 100
Symfony: PHP 100
Ruby on Rails: Ruby 100
ASP.NET: C# 90, Microsoft SQL Server 30, Microsoft IIS 22
Next.js: React 100, Vercel 14, TypeScript 40
Nuxt: Vue.js 100
Angular: TypeScript 70
Express: Node.js 100
Node.js: JavaScript 50
React: JavaScript 30, TypeScript 20
PyTorch: Python 80, NVIDIA CUDA 16
TensorFlow: Python 80
scikit-learn: Python 90
SOLIDWORKS: PTC Windchill 2
Siemens NX: Teamcenter 60
CATIA: Teamcenter 14
`;

/** Technologies that are at home in some countries, and rare in others. */
const HOME = `
DE AT CH: TYPO3, Shopware, Trusted Shops, Borlabs Cookie, DATEV, Personio, Hetzner Cloud, IONOS, Strato, CleverReach, Neos,
  Spryker, Userlike, Usercentrics
FR BE: OVHcloud, Scaleway, Axeptio, Didomi, Commanders Act, AB Tasty, Pennylane, PrestaShop, Mistral AI, Dataiku
CH FR: Infomaniak
IN: Razorpay, Tally Prime, MoEngage
BR AR MX CL CO: Mercado Pago, VTEX, TOTVS Protheus
SE NO DK FI: Fortnox, Teamtailor
NL BE: Mollie, Exact Online, Recruitee
GB IE AU NZ ZA SG: Xero
GB IE FR ES ZA: Sage 50
US CA: QuickBooks, Gusto, ADP Workforce Now, Bill.com, Authorize.net, Constant Contact, UKG Pro
PL CZ RO: PayU
SG HK TW MY: Alibaba Cloud, Alipay
`;

export interface Companion {
  technology: number;
  chance: number;
}

export interface Affinities {
  /** Companions of each technology. */
  companions: readonly (readonly Companion[])[];
  /** The technologies that bring each technology. Empty for those that occur alone. */
  bringers: readonly (readonly number[])[];
  /** Countries in which each technology is at home; undefined for technologies of the whole world. */
  homes: readonly (ReadonlySet<string> | undefined)[];
}

/** Reads the two tables. Everything in them is the index of a technology. */
export function createAffinities(): Affinities {
  const count = createTechnologies().length;
  const companions = Array.from({ length: count }, (): Companion[] => []);
  const bringers = Array.from({ length: count }, (): number[] => []);
  const homes = Array.from({ length: count }, (): Set<string> | undefined => undefined);
  for (const [head, entries] of readTable(COMPANIONS)) {
    const bringer = technologyIndex(head);
    for (const entry of entries) {
      const [, name = '', tied, percent] = /^(.*?)(!?) (\d+)$/.exec(entry) ?? [];
      const technology = technologyIndex(name);
      companions[bringer]?.push({ technology, chance: Number(percent) / 100 });
      if (tied === '!') bringers[technology]?.push(bringer);
    }
  }
  for (const [head, names] of readTable(HOME)) {
    for (const name of names) homes[technologyIndex(name)] = new Set(head.split(' '));
  }
  return { companions, bringers, homes };
}

/** Reads lines of `head: entry, entry`, which may continue in indented lines. */
function readTable(table: string): [head: string, entries: string[]][] {
  return table
    .trim()
    .split(/\n(?! )/)
    .map((line) => {
      const [head = '', entries = ''] = line.split(': ');
      return [head, entries.split(',').map((entry) => entry.trim())];
    });
}
