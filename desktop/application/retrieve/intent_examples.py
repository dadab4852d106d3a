"""Examples of queries with their intents, by which others are told that no cue gives away."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.domain.intent import Intent

_FACTUAL = """
which port does the implant listen on; c2 port of the sample; sha256 of the dropper; md5 hash of the installer
size of the payload in kilobytes; what is the name of the mutex; mutex created by the loader; which registry key keeps it running
run key used for persistence; path of the config file; where is the stolen data stored on disk; folder the malware copies itself to
file extension of encrypted files; name of the ransom note; how much ransom did they ask for; what did the access cost on the forum
price of a licence; how much money was stolen; how many victims are there; how many machines were infected; number of leaked records
how many domains were seized; count of affected servers; what share of hosts was patched; which CVE did they use
CVE number of the VPN flaw; cvss score of the bug; which version fixes it; affected versions of the appliance; minimum patched build
is the appliance model vulnerable; which product has the flaw; what kind of flaw is it; vendor of the exploited device
what encryption algorithm does it use; hard-coded AES key; xor key of the second stage; what is the decryption password
which language is it written in; compiler and build id of the sample; pdb path in the binary; original file name of the dll
exported function that is called; command line of the loader; which command deletes the shadow copies; arguments passed to the tool
user agent string of the bot; name of the windows service; scheduled task name; what ip address does the domain resolve to
ip of the control server; address of the mail server; which domain is hard-coded; url of the update server; registrar of the domain
email address used to register it; contact address in the note; bitcoin wallet of the gang; telegram handle of the seller; asn of the ip
which country is the server in; thumbprint of the certificate; issuer of the certificate; serial number of the certificate
subject of the phishing mail; sender address of the lure; name of the attachment; which macro runs first
what does the decoy document show; tlp of the report; who wrote the report; title of the advisory; how many pages does it have
id of the technique; att&ck id for credential dumping; which yara rule matches; detection name of the trojan; event id of the alert
does it run on linux; does it check the keyboard layout; can it record the screen; is there a decryptor; was the data published
did they pay; is this address in our files; what is this hash; what does the acronym mean; full name of the suspect
what is the job title of the arrested man; which bank was robbed; name of the hospital; what tool did they use to move laterally
which packer protects it; which protocol carries the commands; which cloud service receives the files; what bait did the mail offer
what did the attackers ask the victims to install; which file is side-loaded; what does the function return; how often does it beacon
sleep time between beacons; default timeout; maximum file size it steals; list of extensions it encrypts; ports it scans
"""
_TEMPORAL = """
when was it first seen; first seen date of the domain; when did the campaign start; when did it end; since when is the server online
date of the intrusion; what day was the patch released; in which year did they appear; which month had the most attacks
at what hour did it begin; how long were they in the network; dwell time of the intruders; how many days until the ransomware ran
how many weeks passed before the fix; time between disclosure and exploitation; how quickly was the bug exploited; how fast do they move
duration of the outage; uptime of the server; timeline of the attack; chronology of the incident; order of events
sequence of steps with dates; what happened first; what came next; what followed; what happened after the takedown
what happened before the leak; did it happen before the election; was the loader seen after the arrest; latest activity; newest indicators
most recent sighting; last known contact; recent attacks on banks; reports of this week; what is new; anything new since monday
news from the last seven days; updates since the last report; what changed since march; changes in their tools over time
how has the malware evolved; evolution of the trojan; how did the tactics change over the years
development of the family from version to version; difference between the 2019 and the 2021 variant; old and new version compared
earlier versions of the loader; history of the group; previous campaigns of the gang; past attacks on the grid; what did they do in 2017
activity in spring 2020; operations between 2015 and 2018; attacks from january to june; incidents in december
trend over the last quarter; wave of phishing last summer; first half of the year; is it still active; are they still using it
when did they come back; return after the pause; has the domain expired; until when is it valid; expiry of the certificate
registration date of the domain; creation time of the file; compile time of the binary; timestamp in the header; deadline for patching
end of life of the product; when does support end; when will it be fixed; date of publication; when was the advisory updated
working hours of the operators; which days of the week are they active; time zone of the operators; seasonal pattern
how old is the domain; which one is older; who was first; which attack came earlier; oldest sample of the family; newest sample
age of the infrastructure; since 2019; yesterday; today's alerts; this month; last year; in the past two weeks; from may onwards
before the war; after the elections; during the games
"""
_RELATIONAL = """
who is behind the attack; who is responsible; which group did it; who runs the botnet; whose malware is it; who wrote the backdoor
who operates the site; which groups use the tool; actors that use this loader; who else uses it; malware used by the group
tools of the gang; arsenal of the actor; what infrastructure does the group use; servers of the group; domains used by the actor
hosts behind the campaign; what does the group rely on; which techniques do they use; ttps of the actor; vulnerabilities they exploit
which flaws does the gang exploit; what does the group exploit; who was targeted; victims of the gang; which sectors do they attack
which countries are hit; who else was hit; organisations they compromised; which companies were impersonated; brands abused in the mails
which ministries were breached; who received the mail; customers of the service; link between the two groups; how are they connected
what connects the incidents; are they the same actor; is it related to the other family; relationship of the clusters
overlap of the two campaigns; what do they have in common; shared infrastructure; shared code with another family; do they share servers
same certificate on other hosts; other domains on the ip; neighbours of the address; what else resolves to it; pivot on the registrant
other samples that contact the domain; which malware talks to the server; which families call home to this host; what does the loader drop
what is delivered by the botnet; which payload follows; parent process and children; what downloads the stealer; who sells the access
who buys from the broker; affiliates of the operation; partners of the gang; suppliers of the tools; customers of the market
who works with whom; who trained the operators; who pays them; sponsor of the group; which agency commands them; state behind the actor
front companies of the service; employees of the firm; persons named in the indictment; members of the crew; aliases of the hacker
successor of the ransomware; is it a rebrand; which family is it derived from; forks of the code; variants of the malware; descended from
path from the mail to the domain controller; connection of the person with the company; associates of the suspect
network around the money mule; which campaigns used the same lure; operations that exploit the flaw; intrusions with this tool
incidents that involve the driver; which reports mention the domain; where else does the wallet appear; who uses this address
attributed to whom; attribution of the leak; what technologies does the actor abuse; which products were trojanised
which supplier was compromised to reach them; third parties affected; who is affected by the breach; whom did they go after
who did they steal from; what do they go after; what is it used with; what belongs to it
"""
_CAUSAL = """
why did they attack; why this victim; why was the server chosen; why did the gang shut down; why do they wipe the disks; why now
why it worked; reason for the delay; reasons for the change; what was the reason; what was the motive; motivation of the attackers
what did they want; what was the goal; aim of the operation; purpose of the second implant; what is it for; intention of the leak
objective of the intrusion; how did they get in; how did they gain access; initial access; how was the network breached
how were the passwords stolen; how did they get admin rights; how could they stay hidden; how did they evade detection
why was it not detected; how did it get past the filter; how come nobody noticed; how does the exploit work
how does the rootkit survive a reboot; how does the bypass function; mechanism of the injection; how the trick works
how did the infection spread; how did it reach the backup; how did one account lead to all; how did the mail lead to the breach
chain of causes; what caused the outage; root cause of the breach; what triggered the alarm; what set off the payload; what started it
what provoked the attack; what led to the arrest; what made the takedown possible; what allowed the escalation; what enabled the escape
what helped the attackers; what prevented the encryption; what stopped the spread; what kept them out; what blocked the exploit
what would have prevented it; what went wrong; what mistake exposed them; which error gave them away; what weakness did they use to get in
what failed; where did the defence fail; effect of the sanctions; impact of the breach; consequences of the leak
what happened as a result; result of the seizure; damage that it did; what does the vulnerability allow; what can an attacker do with it
what follows from leaving it unpatched; risk of exposure; what it means for us; because of what was it cancelled; due to what did it crash
thanks to what did they succeed; what explains the drop; explanation for the spike; what drives the growth; what is behind the rise
what pushed them to change; what convinced the analysts; why do analysts believe it; how do we know it was them; basis of the attribution
evidence for the claim; grounds for suspicion; what makes it likely; justification of the rating; how do they make money
how do they launder it; how do they persuade victims; how do they earn trust; how the fraud works; how did the deal fail
"""
_EXPLORATORY = """
tell me about the group; tell me more; what do we know about the malware; what is known of the actor; what do we have on it
anything on the family; overview of the campaign; general overview; background on the gang; background; profile of the actor
introduction to the topic; primer; summary of the report; summarise the incident; short summary; key findings; main points
highlights of the advisory; gist of the article; in brief; describe the malware; description of the tool; explain the technique
explain it to a newcomer; what is it; what is this about; who are they; what is the group; who is the actor; what kind of group is it
what sort of malware is it; what should I know; what is there to know; brief me on the case; briefing for management
give me an idea of the situation; where do I start; help me understand; walk me through it; everything about the botnet
all about the trojan; all reports on the gang; information on the ransomware; details of the operation; dossier
threat landscape of the energy sector; threats to hospitals; ransomware against cities; espionage in asia; cybercrime in brazil
state of play; trends in phishing; trends of mobile malware; the market for stolen data; the underground economy; supply chain attacks
business email compromise; cyber operations of iran; russian hackers; chinese espionage; north korean groups; hacktivists; insider threats
commercial spyware; zero days; wiper malware; banking trojans; infostealers; botnets; rootkits; loaders; web shells; remote access tools
living off the land; password spraying; apt28; emotet; lockbit; turla; the dukes; lazarus; conti; trickbot; cobalt strike; mimikatz
solarwinds; log4shell; stuxnet; notpetya; qakbot; apt28 group; emotet malware; lockbit ransomware; turla espionage; operation aurora
the solarwinds case; the wannacry outbreak; sandworm team; report on the trojan; write-up of the intrusion; notes on the family
analysis of the sample; case study; lessons learned; best practices; capabilities of the implant; features of the malware
how the group operates; modus operandi; typical behaviour; what the malware does; context on the operation; the wider picture
current situation; what is going on; what should we worry about; interesting facts; more information; can you say something about it
anything worth reading; something on the topic; material on the subject; tldr; faq; basics; glossary
"""


def _split(text: str) -> tuple[str, ...]:
    """Examples parted by semicolons or lines."""
    return tuple(part.strip() for line in text.splitlines() for part in line.split(";") if part.strip())


EXAMPLES: Mapping[Intent, tuple[str, ...]] = {
    Intent.FACTUAL: _split(_FACTUAL),
    Intent.TEMPORAL: _split(_TEMPORAL),
    Intent.RELATIONAL: _split(_RELATIONAL),
    Intent.CAUSAL: _split(_CAUSAL),
    Intent.EXPLORATORY: _split(_EXPLORATORY),
}
"""Written for this purpose; names of actors and the like stand as words that an embedder knows (the group, the malware, the domain)."""
