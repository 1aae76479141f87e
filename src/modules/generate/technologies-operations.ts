/** Technologies that companies run and build with. technologies-web.ts explains the format. */
export const OPERATIONS_CATEGORIES = `
= Productivity Suite | limit 1 | band 0 | 7 6 7 8 6 9 9
Microsoft 365 50, Google Workspace 38, Nextcloud 4, Zoho Workplace 3, Proton Mail 1, Fastmail 0.8
= Collaboration | limit 5 | band 0 | 12 5 6 5 8 11 5
Slack 24, Microsoft Teams 22, Jira 18, Confluence 12, Notion 11, Figma 10, Trello 9, Asana 8, Miro 8, DocuSign 8,
Dropbox 7, monday.com 6, Airtable 5, ClickUp 4, Box 3, Smartsheet 3, Linear 2, Loom 2, Basecamp 2, Wrike 1.5, Mattermost 1
= Cloud Platform | limit 1 | band 0 | 12 6 6 5 6 4 4
Amazon Web Services 44, Microsoft Azure 27, Google Cloud 15, DigitalOcean 4, OVHcloud 4, Hetzner Cloud 4, Oracle Cloud 2,
Alibaba Cloud 2, IBM Cloud 1.5, Akamai Cloud 1.5, Scaleway 2
= Cloud Services | limit 5 | band 0 | 4 1.6 1.6 1 1.6 1 1
Amazon S3 22, Amazon EC2 16, AWS Lambda 14, Firebase 5, Azure Blob Storage 7, Google Cloud Storage 6, Azure Functions 6,
Azure App Service 6, Amazon API Gateway 5, Google Cloud Run 4, Supabase 3, Google Cloud Functions 2, AWS Fargate 4
= Container Orchestration | limit 4 | band 1 | 9 1.2 3 1 2.4 0.6 0.6
Kubernetes 50, Helm 14, Amazon ECS 9, Red Hat OpenShift 7, Argo CD 7, Amazon EKS 7, Azure Kubernetes Service 6, Istio 4,
Docker Swarm 4, Google Kubernetes Engine 4, Rancher 4, Kustomize 3, HashiCorp Nomad 2, Linkerd 1, Cilium 1, Flux 2
= DevOps | limit 5 | band 1 | 16 4 5 2 4 2 2
GitHub 40, Docker 40, Terraform 26, GitLab 18, Ansible 16, Bitbucket 11, HashiCorp Vault 6, Puppet 4, AWS CloudFormation 6,
Chef 3, Azure Repos 4, Podman 3, Consul 3, Pulumi 3, Packer 2, Subversion 2, Vagrant 2, Salt 1, Gitea 1, OpenTofu 1
= CI/CD | limit 2 | band 1 | 9 2 3 1.5 3 1 1
GitHub Actions 26, Jenkins 24, GitLab CI/CD 14, Azure Pipelines 8, CircleCI 7, Bitbucket Pipelines 4, Travis CI 3,
TeamCity 3, AWS CodePipeline 2, Bamboo 1.5, Buildkite 1.5, Octopus Deploy 1, Spinnaker 0.8, Tekton 0.6, Drone 0.6
= Programming Language | limit 5 | band 0 | 16 5 7 6 5 3 6
JavaScript 40, Python 32, Java 24, PHP 24, TypeScript 20, C# 14, C++ 10, Go 9, Ruby 7, Kotlin 5, Swift 5, R 4, Rust 3,
Scala 3, Perl 2, Dart 1.5, COBOL 1, Elixir 1, Lua 0.8, Clojure 0.4, Haskell 0.4
= Database | limit 4 | band 0 | 12 5 7 5 4 3 5
MySQL 28, PostgreSQL 26, Redis 18, MongoDB 16, Microsoft SQL Server 15, Oracle Database 10, MariaDB 8, Amazon RDS 8,
Amazon DynamoDB 6, Amazon Aurora 4, Memcached 4, Azure SQL Database 4, Apache Cassandra 3, SAP HANA 2, Cloud SQL 2,
ClickHouse 2, Neo4j 2, InfluxDB 2, IBM Db2 2, Azure Cosmos DB 2, CockroachDB 1, Couchbase 1, TimescaleDB 1
= Data Warehouse | limit 1 | band 2 | 6 4 6 3 3 2 2
Snowflake 28, Google BigQuery 16, Databricks 14, Amazon Redshift 12, Azure Synapse Analytics 6, Teradata 4,
Microsoft Fabric 3, SAP BW 3, Apache Hive 2, Oracle Autonomous Database 1, Vertica 1, Greenplum 0.6, Exasol 0.8
= Data Integration | limit 3 | band 1 | 6 4 5 3 2 2 2
dbt 9, Apache Airflow 9, Zapier 8, Fivetran 8, MuleSoft 5, Informatica 5, Azure Data Factory 5, Airbyte 4, Talend 4,
AWS Glue 4, Make 3, Boomi 3, n8n 2, Workato 2, Matillion 2, Apache NiFi 1
= Streaming | limit 2 | band 1 | 6 2 4 2 2 0.5 0.5
Apache Kafka 26, RabbitMQ 18, Apache Spark 6, Amazon SQS 6, Amazon Kinesis 4, Confluent Cloud 4, Google Pub/Sub 3,
Azure Service Bus 3, ActiveMQ 3, NATS 2, Apache Flink 2, IBM MQ 2, Apache Pulsar 1
= Business Intelligence | limit 2 | band 1 | 5 6 9 6 4 6 5
Power BI 30, Tableau 20, Looker 8, Looker Studio 8, Qlik Sense 6, Metabase 5, SAS 3, SAP BusinessObjects 3,
MicroStrategy 2, Apache Superset 2, IBM Cognos 2, Domo 1.5, Sisense 1.5, ThoughtSpot 1, Redash 1
= Observability | limit 4 | band 1 | 12 3 5 2 4 2 2
Datadog 20, Grafana 16, Sentry 16, Prometheus 13, New Relic 12, Splunk 9, Dynatrace 7, Amazon CloudWatch 7, PagerDuty 7,
Kibana 6, Azure Monitor 5, AppDynamics 4, Nagios 4, Zabbix 4, OpenTelemetry 4, Logstash 3, Loki 2, Jaeger 2, Pingdom 2,
Sumo Logic 2, Opsgenie 2, Rollbar 1.5, Bugsnag 1.5, Honeycomb 1, Checkmk 1
= Identity | limit 2 | band 1 | 7 3 8 4 3 5 5
Okta 18, Microsoft Entra ID 20, Auth0 12, Keycloak 5, Duo 5, OneLogin 4, Ping Identity 4, Amazon Cognito 4, 1Password 4,
CyberArk 3, JumpCloud 3, LastPass 3, Bitwarden 2, SailPoint 2
= Security | limit 4 | band 0 | 10 6 12 7 5 7 8
reCAPTCHA 14, Let's Encrypt 14, CrowdStrike 10, Palo Alto Networks 9, Fortinet 9, DigiCert 8, Proofpoint 8, Mimecast 6,
Microsoft Defender 7, Zscaler 6, Sophos 6, SentinelOne 5, Check Point 5, SonarQube 5, Snyk 4, Rapid7 4, Qualys 4,
Tenable 4, KnowBe4 4, Trend Micro 4, Wiz 3, hCaptcha 3, Darktrace 1.5
= AI Platform | limit 4 | band 0 | 9 2 4 2 3 3 4
OpenAI API 26, GitHub Copilot 14, TensorFlow 10, PyTorch 10, Hugging Face 9, Anthropic Claude 9, Azure OpenAI Service 8,
scikit-learn 7, Google Gemini 6, Amazon SageMaker 5, Amazon Bedrock 5, MLflow 5, Vertex AI 5, NVIDIA CUDA 5, LangChain 4,
Azure Machine Learning 3, Mistral AI 2, Pinecone 2, Weights & Biases 2, Cohere 1.5, DataRobot 1.5, Dataiku 1.5
= ERP | limit 1 | band 2 | 2 7 5 14 2 4 5
SAP S/4HANA 18, Oracle NetSuite 14, Microsoft Dynamics 365 Business Central 13, Odoo 9, SAP ECC 7, SAP Business One 7,
Infor CloudSuite 5, Oracle E-Business Suite 5, Sage X3 4, Epicor 3, IFS Cloud 3, TOTVS Protheus 5, Acumatica 2, Unit4 1.5,
ERPNext 1
= Accounting | limit 1 | band 0 | 4 5 5 5 3 7 4
QuickBooks 25, Xero 16, Sage 50 12, DATEV 14, SAP Concur 5, Expensify 4, FreshBooks 4, Zoho Books 4, Exact Online 5,
Chargebee 3, Bill.com 3, Tally Prime 6, Fortnox 5, Zuora 2, Coupa 2, Pennylane 3
= Human Resources | limit 2 | band 1 | 6 4 6 6 4 7 5
Workday 14, ADP Workforce Now 12, BambooHR 10, SAP SuccessFactors 9, Greenhouse 9, Personio 12, Lever 6, UKG Pro 5,
Gusto 6, Workable 5, SmartRecruiters 4, Rippling 4, iCIMS 4, Oracle HCM Cloud 4, Deel 4, HiBob 3, Teamtailor 3,
Cornerstone 3, Dayforce 3, Recruitee 2, Ashby 2
= Operating System | limit 3 | band 1 | 6 3 6 7 3 4 7
Ubuntu 22, Windows Server 20, VMware vSphere 18, Red Hat Enterprise Linux 14, Debian 12, Citrix 6, Nutanix 5, CentOS 5,
SUSE Linux Enterprise 4, Amazon Linux 3, Proxmox 3, Rocky Linux 2
= Engineering Software | limit 4 | band 1 | 0.4 0.3 0.1 14 0.2 0.5 2
AutoCAD 16, SOLIDWORKS 14, MATLAB 9, CATIA 7, Teamcenter 7, Autodesk Revit 7, Siemens NX 6, Ansys 6, PTC Windchill 5,
PTC Creo 4, Procore 3, Rockwell FactoryTalk 3, AVEVA 2, Primavera P6 2
= Banking and Insurance | limit 3 | band 1 | 0.2 0.1 14 0.1 0.1 0.1 0.1
Bloomberg Terminal 8, Plaid 7, Temenos 6, Guidewire 5, Finastra 4, nCino 3, Mambu 3, Murex 2, Avaloq 2, Duck Creek 2,
Oracle FLEXCUBE 2
= Learning Management | limit 2 | band 0 | 0.4 0.3 0.6 0.5 0.3 0.8 9
Moodle 20, Canvas 10, Google Classroom 6, Blackboard Learn 6, Articulate 4, Docebo 3, TalentLMS 3, Kahoot 2
`;
